// Work that can wait.

/** The longest wait of a busy browser, and the wait of one that does not tell when it is idle. */
const A_WHILE = 500;

/** Do something once the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: A_WHILE });
  else setTimeout(work, A_WHILE);
}
