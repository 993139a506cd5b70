"""What is kept of games for other versions of their rules, and for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NEW = (
    sa.Column("pending", sa.Integer),
    sa.Column("checked", sa.Integer),
    sa.Column("state", sa.String(64)),
)


def upgrade() -> None:
    for column in NEW:
        op.add_column("tables", column)
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_table(
        "books",
        sa.Column("table", sa.String(6), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("pages", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("books")
    op.drop_index("ix_tables_owner", "tables")
    op.drop_index("ix_tables_status", "tables")
    for column in NEW:
        op.drop_column("tables", column.name)
