"""People who are away and bots that stand in, links to a seat, series of rematches, own boxes, and events."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NEW = {
    "tables": (
        sa.Column("wait", sa.Float, nullable=False, server_default="120"),
        sa.Column("round", sa.Integer, nullable=False, server_default="1"),
        sa.Column("box_name", sa.String(60)),
        sa.Column("box", sa.JSON),
    ),
    "seats": (
        sa.Column("stand_in", sa.String(20)),
        sa.Column("seen", sa.Float),
        sa.Column("key", sa.String(64)),
        sa.Column("wins", sa.Integer, nullable=False, server_default="0"),
    ),
}


def upgrade() -> None:
    for table, columns in NEW.items():
        for column in columns:
            op.add_column(table, column)
    op.create_table(
        "events",
        sa.Column("table", sa.String(6), sa.ForeignKey("tables.code"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("other", sa.Integer),
        sa.Column("other_name", sa.String(24)),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("events")
    for table, columns in NEW.items():
        for column in columns:
            op.drop_column(table, column.name)
