// Moves in words: from how records write them to how people say them.
import { dishName } from './dishes';
import { say } from '../lib/texts.svelte';
import { isBattle, isRoll, type View } from '../wire/view';

const LETTERS = 'ABCDE';

/** A move in words. `view` is the view before the move, `names` the players' names by seat. */
export function moveWords(move: string, view: View, seat: number, names: readonly string[]): string {
  if (isBattle(view)) return battleWords(move, view.pyramid);
  if (isRoll(view)) return rollWords(move, view.belts, seat, names);
  const [own = '', extra] = move.split('/');
  const cards = own.split('+').map(dishName).join(' + ');
  return extra ? say('replaypage.move.dummy', { dish: cards, dummys: dishName(extra) }) : cards;
}

/** The cards of a hand that a move takes, in order, the extra plate's last; none where there are no hands. */
export function cardsOf(move: string): string[] {
  return /^(take|keep|reroll|swap) /.test(move) ? [] : move.split(/[+/]/);
}

/** The cards or dice that a move is about, to be drawn; `view` is the view before it. */
export function dishesOf(move: string, view: View, seat: number): string[] {
  if (isBattle(view)) {
    const [, row, place] = /^take (\d)\.(\d)/.exec(move) ?? [];
    return known([view.pyramid[Number(row) - 1]?.[Number(place) - 1]]);
  }
  if (!isRoll(view)) return cardsOf(move);
  const dice = [...move.matchAll(/([A-E]?)(\d)/g)];
  return known(dice.map(([, owner, place]) => view.belts[owner ? LETTERS.indexOf(owner) : seat]?.[Number(place) - 1]));
}

const known = (words: (string | null | undefined)[]) => words.flatMap((word) => (word && word !== '?' ? [word] : []));

function battleWords(move: string, pyramid: (string | null)[][]): string {
  const [, row, place, chopsticks] = /^take (\d)\.(\d)( chopsticks)?$/.exec(move) ?? [];
  const card = pyramid[Number(row) - 1]?.[Number(place) - 1];
  const dish = card && card !== '?' ? dishName(card) : move;
  return say(chopsticks ? 'replaypage.move.take-chopsticks' : 'replaypage.move.take', {
    dish,
    place: `${row}.${place}`,
  });
}

function rollWords(move: string, belts: (string | null)[][], seat: number, names: readonly string[]): string {
  const face = (who: number, place: string | undefined) => {
    const die = belts[who]?.[Number(place) - 1];
    return die ? dishName(die) : String(place);
  };
  const [verb, ...words] = move.split(' ');
  if (verb === 'keep') return say('replaypage.move.keep', { dish: face(seat, words[0]) });
  if (verb === 'reroll')
    return say('replaypage.move.reroll', { dishes: words.map((place) => face(seat, place)).join(', ') });
  const other = LETTERS.indexOf(words[2]?.charAt(0) ?? '');
  return say('replaypage.move.swap', {
    dish: face(seat, words[0]),
    theirs: face(other, words[2]?.slice(1)),
    name: names[other] ?? '',
  });
}
