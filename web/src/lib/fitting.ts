// The size of dishes on a phone: as large as the page has room for.
import type { Attachment } from 'svelte/attachments';

/** Pixels, the largest first. After the smallest comes the same without what the page can do without. */
const SIZES = [38, 34, 30, 27, 24, 24];
/** Where style sheets use `--fit`. */
const PHONE = matchMedia('(max-width: 619px)');

/**
 * Sets `--fit` of an element to the largest size with which the page need not scroll; if none will do, the element
 * gets `data-tight`, for style sheets that hide the line of the last turn then. It is asked anew after each `change`,
 * and whenever what is around the element takes more room.
 */
export function fitted(change: () => unknown): Attachment<HTMLElement> {
  // Each measurement lays the whole page out, so the search begins with the size that fitted last.
  let size = 0;
  return (element) => {
    change();
    const apply = (other: number) => {
      element.style.setProperty('--fit', `${SIZES[other]}px`);
      element.toggleAttribute('data-tight', other === SIZES.length - 1);
    };
    const fits = (other: number) => {
      apply(other);
      return document.documentElement.scrollHeight <= innerHeight;
    };
    const fit = () => {
      if (!PHONE.matches) return;
      if (!fits(size)) {
        while (size < SIZES.length - 1 && !fits(++size));
        return;
      }
      while (size > 0 && fits(size - 1)) size--;
      apply(size);
    };
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(element.parentElement!);
    return () => watcher.disconnect();
  };
}
