// Copies a text. Without HTTPS there is no clipboard, so the text is selected and copied the old way.

export async function copy(text: string, field: HTMLInputElement | undefined): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field?.select();
    document.execCommand?.("copy");
  }
}
