"""Alembic's entrance: migrates the connection that the storage hands over."""

from alembic import context

from townwright.server.storage import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
