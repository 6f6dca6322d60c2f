"""Alembic runs this in the open transaction of pipeline/ledger/database.py."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()
