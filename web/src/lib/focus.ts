// Where the focus goes when what held it has gone.
import { tick } from 'svelte';

/** The focus goes to whatever can be chosen at the table, once that is drawn. */
export async function focusTable(): Promise<void> {
  await tick();
  document.querySelector<HTMLElement>('#main button[tabindex="0"]')?.focus({ preventScroll: true });
}

/** Something is about to go: if it holds the focus, that goes to the table. */
export function releaseFocus(what: HTMLElement | undefined): void {
  if (what?.contains(document.activeElement)) void focusTable();
}
