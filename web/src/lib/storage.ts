// What this browser remembers by itself. Nothing here is secret, and a browser that keeps nothing still works.

const PREFIX = 'okawari.';
const RECORD = `${PREFIX}record`;

/** What was kept under a name, or what it is at first. */
export function loadLocal<T>(name: string, first: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? first : (JSON.parse(text) as T);
  } catch {
    return first;
  }
}

/** Keep something under a name. */
export function saveLocal(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays on without memory.
  }
}

let opened: string | null = null;

/** Keep the record of a game that was opened here, as long as this tab is there. */
export function saveRecord(text: string): void {
  opened = text;
  try {
    sessionStorage.setItem(RECORD, text);
  } catch {
    // It is there until the page is loaded anew.
  }
}

/** The record that was opened here last. */
export function loadRecord(): string | null {
  try {
    return opened ?? sessionStorage.getItem(RECORD);
  } catch {
    return opened;
  }
}

/** Forget everything. */
export function removeAllLocal(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // Nothing was kept.
  }
}

/** Forget what was kept under a name. */
export function removeLocal(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}
