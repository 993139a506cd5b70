// Random ids.

function hex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A fresh id for a request. */
export const newId = (): string => hex(12);

/** This browser's share of the randomness of a deal. */
export const newEntropy = (): string => hex(32);
