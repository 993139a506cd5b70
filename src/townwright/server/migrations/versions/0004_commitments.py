"""What every seat promises before the deal."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("commitment", sa.String(64)))


def downgrade() -> None:
    op.drop_column("seats", "commitment")
