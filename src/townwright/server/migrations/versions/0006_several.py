"""Several processes on one database: versions of tables, and questions that all of them know."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

NEW = (
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    sa.Column("wish", sa.JSON),
    sa.Column("ending", sa.JSON),
)


def upgrade() -> None:
    for column in NEW:
        op.add_column("tables", column)


def downgrade() -> None:
    for column in NEW:
        op.drop_column("tables", column.name)
