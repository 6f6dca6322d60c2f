"""Columns for the origin and the version token of a document; a table for listings of feeds."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("stepgraph_documents", sa.Column("origin", sa.Text()))
    op.add_column("stepgraph_documents", sa.Column("mark", sa.Text()))
    op.create_table(
        "stepgraph_listings",
        sa.Column("store", sa.Text(), sa.ForeignKey("stepgraph_stores.url"), primary_key=True),
        sa.Column("origin", sa.Text(), primary_key=True),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("listing", sa.Text(), nullable=False),
    )
