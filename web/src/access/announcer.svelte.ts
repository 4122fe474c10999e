// The one live region of the page: what a screen reader says, and a transcript of it.

let lines = $state<string[]>([]);
/** Sentences that are kept: more than a whole game has. */
const LIMIT = 1000;

/** What was announced since the transcript began, oldest first. */
export function transcript(): readonly string[] {
  return lines;
}

/** Announce a sentence politely: after what is being said. */
export function announce(text: string): void {
  if (text) lines = [...lines.slice(1 - LIMIT), text];
}

export function clearTranscript(): void {
  lines = [];
}
