"""Run by Alembic, which pipeline/ledger/database.py hands its own open transaction."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
