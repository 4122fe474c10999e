// The word that was probably meant by one that is wrong, by the rule of Python's game/slips.py.
//
// The distance of two words is the least number of letters to insert, leave out or replace to get from one to the
// other. The nearest word is the last one with the least distance, if that is at most half the length of the longer
// word. The letters of a word are its Unicode code points.

/** The nearest of some right words to a wrong one; null if none is near. */
export function nearestWord(word: string, rights: Iterable<string>): string | null {
  const letters = [...word];
  let found: string | null = null;
  let least = Infinity;
  for (const right of rights) {
    const others = [...right];
    const longer = Math.max(letters.length, others.length);
    // No distance is less than the difference of the lengths: long words are not compared.
    if (2 * Math.abs(letters.length - others.length) > longer) continue;
    const away = distance(letters, others);
    if (2 * away <= longer && away <= least) [found, least] = [right, away];
  }
  return found;
}

function distance(word: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  word.forEach((letter, i) => {
    const above = row;
    row = [i + 1];
    other.forEach((its, j) => {
      row.push(Math.min(above[j + 1]! + 1, row[j]! + 1, above[j]! + Number(letter !== its)));
    });
  });
  return row.at(-1)!;
}
