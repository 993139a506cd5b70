// Playing by keyboard: which keys are for the board, and moving the focus to the next decision.

import { tick } from "svelte";

/** Whether the focus came by keyboard. A tap also focuses, but too early: whatever appears then could come up under the finger and take the tap. */
export const byKeyboard = (event: FocusEvent): boolean => (event.currentTarget as Element).matches(":focus-visible");

export class Keys {
  /** The player last used the keyboard, not mouse or screen. */
  typing = false;
  #root: () => HTMLElement | undefined;

  constructor(root: () => HTMLElement | undefined) {
    this.#root = root;
  }

  pointed = (): void => {
    this.typing = false;
  };

  /** Whether a key is meant for the board, and not for a field, a dialog or the browser. */
  mine(event: KeyboardEvent): boolean {
    this.typing = true;
    const target = event.target as HTMLElement;
    const taken = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    return !taken && !target.closest("input, textarea, select, [contenteditable], dialog");
  }

  /**
   * Moves the focus of a keyboard player to what a selector finds, or by a function, unless the focus is outside the board. With
   * `anywhere` it always does, because the player has just pressed a key for it that works everywhere.
   */
  lead(to: string | (() => void), anywhere = false): void {
    void tick().then(() => {
      const root = this.#root();
      const at = document.activeElement;
      if (!this.typing || !root || !(anywhere || at === document.body || root.contains(at))) return;
      if (typeof to === "string") root.querySelector<HTMLElement>(to)?.focus();
      else to();
    });
  }
}
