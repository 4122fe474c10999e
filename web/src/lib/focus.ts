// Where the focus goes when the element that had it is removed.
import { tick } from 'svelte';

/** Focus what can be chosen at the table, once it is drawn. */
export async function focusTable(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>('#main button[tabindex="0"]')?.focus({ preventScroll: true });
}

/** Before an element is removed: if it has the focus, move the focus to the table. */
export function releaseFocus(what: HTMLElement | undefined): void {
  if (what?.contains(document.activeElement)) void focusTable();
}
