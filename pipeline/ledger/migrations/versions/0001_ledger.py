"""The ledger's first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

counter = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "stepgraph_stores",
        sa.Column("url", sa.Text(), primary_key=True),
        sa.Column("identity", sa.Text(), nullable=False),
    )
    op.create_table(
        "stepgraph_ingests",
        sa.Column("number", counter, primary_key=True, autoincrement=True),
        sa.Column("store", sa.Text(), sa.ForeignKey("stepgraph_stores.url"), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "stepgraph_documents",
        sa.Column("row", counter, primary_key=True, autoincrement=True),
        sa.Column("store", sa.Text(), sa.ForeignKey("stepgraph_stores.url"), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("reader", sa.Text(), nullable=False),
        sa.Column("entities", sa.Text()),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("found_by", counter, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("stage", sa.Text()),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("failure", sa.Text()),
        sa.Column("error", sa.Text()),
        sa.Column("owner", sa.Text()),
        sa.Column("lease_until", sa.DateTime()),
        sa.Column("retry_at", sa.DateTime()),
        sa.Column("reading", sa.Text()),
        sa.Column("registered_at", sa.DateTime(), nullable=False),
        sa.Column("updated_at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("store", "document_id", name="stepgraph_documents_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("stepgraph_documents_queue", "stepgraph_documents", ["store", "state", "row"])
    op.create_index("stepgraph_documents_source", "stepgraph_documents", ["store", "source"])
