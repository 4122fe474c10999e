// What this browser remembers by itself. Nothing here is secret, and a browser that keeps nothing still works.

const PREFIX = 'okawari.';

/** What was kept under a name, or what it is at first. */
export function kept<T>(name: string, first: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? first : (JSON.parse(text) as T);
  } catch {
    return first;
  }
}

/** Keep something under a name. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays on without memory.
  }
}

/** Forget what was kept under a name. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}
