"""Where Alembic begins: migrates the connection that storage.py hands over."""

from alembic import context

from townwright.server.rows import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
