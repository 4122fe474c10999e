// Spaces between words and in names: the same signs as in Python.
const SPACES = '\\t-\\r\\x1c-\\x1f \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const SPACE = new RegExp(`[${SPACES}]+`, 'u');
const AROUND = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, 'gu');
const GAP = new RegExp(`[${SPACES},]+`, 'u');

/** A text without spaces around it. */
export const stripped = (text: string): string => text.replace(AROUND, '');

/** The words of a text, between spaces and commas. */
export const wordsIn = (text: string): string[] => text.split(GAP).filter(Boolean);

/** The text before the first gap, and the text after it. */
export function splitOnce(text: string): [string, string] {
  const gap = GAP.exec(text);
  return gap ? [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)] : [text, ''];
}

/** A name without control characters, spaces around it and repeated spaces, in Unicode's composed form. */
export function tidy(name: string): string {
  const clean = name.replace(/\p{Cc}/gu, ' ');
  return clean.split(SPACE).filter(Boolean).join(' ').normalize('NFC');
}
