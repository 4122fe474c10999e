// Work that can wait.

/** For browsers that do not tell when they are idle. */
const A_WHILE = 500;

/** Do something once the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, A_WHILE);
}
