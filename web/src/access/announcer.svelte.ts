// The one live region: what a screen reader says of the game, and a transcript of it.

let transcript = $state<string[]>([]);
/** Sentences that are kept: more than a whole game has. */
const KEPT = 1000;

/** What was said since the page was opened, oldest first. */
export function said(): readonly string[] {
  return transcript;
}

/** Say something politely. */
export function tell(text: string): void {
  if (text) transcript = [...transcript.slice(1 - KEPT), text];
}

/** Begin a new transcript. */
export function hush(): void {
  transcript = [];
}
