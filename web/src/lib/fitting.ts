// The size of dishes on a phone: as large as the page has room for.
import type { Attachment } from 'svelte/attachments';

/** Pixels, the largest first. */
const SIZES = [38, 34, 30, 27, 24];

/**
 * Sets `--fit` of an element to the largest size with which the page need not scroll. It is asked anew after each
 * `change`, and whenever what is around the element takes more room.
 */
export function fitted(change: () => unknown): Attachment<HTMLElement> {
  return (element) => {
    change();
    const fit = () => {
      for (const size of SIZES) {
        element.style.setProperty('--fit', `${size}px`);
        if (document.documentElement.scrollHeight <= innerHeight) return;
      }
    };
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(element.parentElement!);
    return () => watcher.disconnect();
  };
}
