"""Small PDF files with words, lines and boxes at given places."""

from __future__ import annotations

from dataclasses import dataclass, field

WIDTH, HEIGHT = 600, 800  # points
_FONTS = {"plain": "Helvetica", "bold": "Helvetica-Bold", "code": "Courier"}


@dataclass
class Page:
    """What is drawn on a page; places are in points from the top left."""

    drawn: list[bytes] = field(default_factory=list)

    def words(
        self, x: float, y: float, text: str, *, size: float = 10, font: str = "plain"
    ) -> Page:
        """Put words on a baseline ``y`` points below the top."""
        escaped = text.encode("cp1252").replace(b"\\", b"\\\\")
        escaped = escaped.replace(b"(", b"\\(").replace(b")", b"\\)")
        place = f"BT /{font} {size} Tf {x} {HEIGHT - y} Td (".encode()
        self.drawn.append(place + escaped + b") Tj ET")
        return self

    def lines(self, x: float, y: float, *texts: str, size: float = 10, font: str = "plain") -> Page:
        """Put lines below each other, 1.2 times their size apart."""
        for order, text in enumerate(texts):
            self.words(x, y + 1.2 * size * order, text, size=size, font=font)
        return self

    def box(self, x0: float, top: float, x1: float, bottom: float, *, filled: bool = False) -> Page:
        kind = "f" if filled else "S"
        self.drawn.append(f"{x0} {HEIGHT - bottom} {x1 - x0} {bottom - top} re {kind}".encode())
        return self

    def table(
        self, edges: list[float], top: float, *rows: tuple[str, ...], height: float = 20
    ) -> Page:
        """Draw a table with rules, with one line in a cell; an empty cell at the end is merged."""
        for order, row in enumerate(rows):
            y = top + height * order
            if len(row) == 1:
                self.box(edges[0], y, edges[-1], y + height)
            for left, right, text in zip(edges, edges[1:], row, strict=False):
                if len(row) > 1:
                    self.box(left, y, right, y + height)
                self.words(left + 4, y + height - 6, text)
        return self


def pdf_file(*pages: Page, title: str = "") -> bytes:
    """Return the bytes of a PDF with these pages, and a title in what it says of itself."""
    first = 6
    kids = " ".join(f"{first + 2 * order} 0 R" for order in range(len(pages)))
    fonts = "".join(f"/{name} {3 + order} 0 R" for order, name in enumerate(_FONTS))
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode(),
        *(
            f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode()
            for name in _FONTS.values()
        ),
    ]
    for order, page in enumerate(pages):
        content = b"\n".join(page.drawn)
        bodies.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {WIDTH} {HEIGHT}]"
            f"/Contents {first + 2 * order + 1} 0 R/Resources<</Font<<{fonts}>>>>>>".encode()
        )
        bodies.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    bodies.append(b"<</Title(" + title.encode("cp1252") + b")>>")
    made, places = b"%PDF-1.4\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(made))
        made += b"%d 0 obj%s endobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(bodies) + 1
    end = f"trailer<</Size {size}/Root 1 0 R/Info {size - 1} 0 R>>\nstartxref\n{len(made)}\n%%EOF"
    return made + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end.encode()
