// What is printed on the things of a box: every row of its tables by the id that views and moves use, with the figure of what it does.

export interface Printed {
  id: string;
  table: string;
  row: Record<string, any>;
}

export type Index = Map<string, Printed>;

/** Rows with an id, a number or a kind; gardens of the bridge are called by their crest. */
export function indexOf(tables: any): Index {
  const index: Index = new Map();
  const add = (id: string, table: string, row: Record<string, any>): void => {
    if (id.length > 1 || /\d/.test(id)) if (!index.has(id)) index.set(id, { id, table, row });
  };
  const look = (name: string, value: any): void => {
    if (Array.isArray(value)) {
      for (const row of value) {
        if (row == null || typeof row !== "object" || Array.isArray(row)) continue;
        if (typeof row.id === "string") add(row.id, name, row);
        else if (name === "tile" && typeof row.number === "number") add(String(row.number), name, row);
        else if (name === "garden") add(`G-${row.crest}`, name, { ...row, type: "garden" });
        else if (typeof row.kind === "string") add(row.kind, name, { ...row, figure: tables.effects?.[row.kind] });
      }
    } else if (value && typeof value === "object") {
      for (const [inner, table] of Object.entries(value)) look(inner, table);
    }
  };
  for (const [name, table] of Object.entries(tables ?? {})) look(name, table);
  return index;
}

/** Everything a move is about: the texts and cells in its fields. */
export function about(fields: Record<string, any>): Set<string> {
  const found = new Set<string>();
  const look = (value: any): void => {
    if (typeof value === "string") found.add(value);
    else if (Array.isArray(value)) value.forEach(look);
    else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) {
        if (/^[a-z]\d+$/.test(key)) found.add(key);
        look(inner);
      }
    }
  };
  look(fields);
  return found;
}
