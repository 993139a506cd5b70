"""Analyses of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table", sa.String(6), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("language", sa.String(2), primary_key=True),
        sa.Column("found", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("analyses")
