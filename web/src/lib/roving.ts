// A group of buttons with one tab stop: arrows move to the nearest button that way, Home and End to the first and last.

type Way = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const WAYS: Record<Way, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function centre(node: Element): [number, number] {
  const box = node.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** The nearest button in a direction; a distance to the side counts twice. */
function nearest(from: HTMLElement, others: HTMLElement[], way: Way): HTMLElement | undefined {
  const [x, y] = centre(from);
  const [dx, dy] = WAYS[way];
  let best: HTMLElement | undefined;
  let shortest = Infinity;
  for (const other of others) {
    const [ox, oy] = centre(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other !== from && ahead > 4 && ahead + 2 * aside < shortest) [best, shortest] = [other, ahead + 2 * aside];
  }
  return best;
}

/** For `{@attach roving}`: keeps the group's one tab stop, also when its buttons come and go. */
export function roving(group: Element): () => void {
  const buttons = () => [...group.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  let last: HTMLElement | null = null;

  function keepOne(wanted?: HTMLElement): HTMLElement | undefined {
    const all = buttons();
    const stop = wanted ?? all.find((button) => button.tabIndex === 0) ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
    return stop;
  }

  function focused(event: Event): void {
    const target = event.target as HTMLElement;
    last = group.contains(target) ? target : null;
    if (last && buttons().includes(last)) keepOne(last);
  }

  function pressed(event: Event): void {
    const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
    const at = document.activeElement as HTMLElement;
    const all = buttons();
    if (ctrlKey || metaKey || altKey || !all.includes(at)) return;
    const row = all.indexOf(at);
    const next =
      key === 'Home'
        ? all[0]
        : key === 'End'
          ? all[all.length - 1]
          : !(key in WAYS)
            ? undefined
            : (nearest(at, all, key as Way) ?? all[row + (key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1)]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** A button that had the focus may be gone: then its group keeps the focus. */
  const watcher = new MutationObserver(() => {
    const stop = keepOne();
    if (last && !last.isConnected && document.activeElement === document.body) stop?.focus();
  });
  keepOne();
  watcher.observe(group, { childList: true, subtree: true });
  document.addEventListener('focusin', focused);
  group.addEventListener('keydown', pressed);
  return () => {
    watcher.disconnect();
    document.removeEventListener('focusin', focused);
    group.removeEventListener('keydown', pressed);
  };
}
