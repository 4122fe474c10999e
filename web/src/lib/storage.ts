// The browser's storage. Nothing here is secret, and the page works without storage, too.

const PREFIX = 'okawari.';
const RECORD = `${PREFIX}record`;

/** The saved value, or `first` if there is none. */
export function loadLocal<T>(name: string, first: T): T {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? first : (JSON.parse(text) as T);
  } catch {
    return first;
  }
}

/** Save a value. */
export function saveLocal(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage the page works, and forgets.
  }
}

let opened: string | null = null;

/** Save the record of a game that was opened in this tab, for as long as the tab is open. */
export function saveRecord(text: string): void {
  opened = text;
  try {
    sessionStorage.setItem(RECORD, text);
  } catch {
    // Without storage it is there until a reload.
  }
}

/** The record that was opened last in this tab. */
export function loadRecord(): string | null {
  try {
    return opened ?? sessionStorage.getItem(RECORD);
  } catch {
    return opened;
  }
}

/** Remove all values of this site. */
export function removeAllLocal(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(PREFIX)) localStorage.removeItem(name);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Remove a value. */
export function removeLocal(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Without storage there is nothing to remove.
  }
}
