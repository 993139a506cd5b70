// Browser storage. If it is forbidden or full, nothing is remembered and nothing breaks.

function area(kind: "local" | "session"): Storage | null {
  try {
    return kind === "local" ? localStorage : sessionStorage;
  } catch {
    return null;
  }
}

export function recall<T>(key: string, otherwise: T, kind: "local" | "session" = "local"): T {
  try {
    const text = area(kind)?.getItem(`townwright.${key}`);
    return text == null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown, kind: "local" | "session" = "local"): void {
  try {
    if (value == null) area(kind)?.removeItem(`townwright.${key}`);
    else area(kind)?.setItem(`townwright.${key}`, JSON.stringify(value));
  } catch {
    // not remembered
  }
}
