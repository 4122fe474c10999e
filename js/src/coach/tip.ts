// The tip: the best move and the strongest reason for it, in a sentence or two without numbers.
import { CODES_OF_SETS, CODES_OF_WASABI, DISH_OF, WASABI_TIMES } from '../coach.gen.js';
import type { Move } from '../notation.js';
import { Sentence } from '../story.js';
import { CARD_LADDERS, FACES, PYRAMID_PLACES, ROLL_LADDERS, SEAT_LETTERS } from '../tables.gen.js';
import type { View } from '../views.js';
import { beltOf, rowOf } from '../words.js';
import { effectsOf } from './candidates.js';
import type { Reason } from './reasons.js';
import { numbersOf } from './trials.js';

/**
 * A move and what speaks for it: the strongest reason, and a player who would have liked the same. The first sentence
 * ends with a colon. What speaks against the move is left to the reasons themselves.
 */
export function tipFor(view: View, move: Move, reasons: readonly Reason[]): Sentence[] {
  const taken = new Set(cardsOf(view, move).map((card) => DISH_OF[card]!));
  const good = reasons.filter(({ params }) => (params.points ?? 1) > 0);
  const own = good.filter(({ params }) => params.who === undefined);
  const others = good.filter(({ params }) => params.who !== undefined);
  const [strongest] = own.length ? own : others;
  const rival = own.length ? others.find((reason) => isWanted(reason, taken)) : undefined;
  return [
    toDo(view, move),
    strongest ? why(view, strongest, taken) : sentence('tip.best'),
    ...(rival ? [sentence('tip.wanted-too', { name: rival.params.who! })] : []),
    ...forExtraPlate(move),
  ];
}

const sentence = (text: string, params: Sentence['params'] = {}): Sentence => new Sentence(`coach.${text}`, params);

/** Whether a reason is that another player loses points in a dish that is taken. */
const isWanted = ({ code, params }: Reason, taken: ReadonlySet<string>): boolean =>
  code === 'denies' && taken.has(params.dish!);

/** A reason without its number. */
function why(view: View, reason: Reason, taken: ReadonlySet<string>): Sentence {
  const { code, params } = reason;
  if (code === 'denies') return sentence(isWanted(reason, taken) ? 'tip.wanted' : 'tip.costs', { name: params.who! });
  return sentence(`tip.${code}`, paramsOf(view, reason));
}

/** The parameters of the text about a reason. */
function paramsOf({ setting }: View, { code, params }: Reason): Sentence['params'] {
  if (CODES_OF_SETS.includes(code)) {
    const ladders = setting.tableKind === 'roll' ? ROLL_LADDERS : CARD_LADDERS;
    return { size: ladders[params.dish!]!.rungs.length };
  }
  if (CODES_OF_WASABI.includes(code)) return { times: WASABI_TIMES };
  if (code === 'more') return { dish: params.dish! };
  return params.who === undefined ? {} : { name: params.who };
}

/** What to do. */
function toDo(view: View, move: Move): Sentence {
  if (view.setting.tableKind === 'roll') return withDice(view, move);
  const [dish, face] = cardsOf(view, move) as [string, string?];
  if (face) return sentence(orderMatters(view, dish, face) ? 'do.two-in-order' : 'do.two', { dish, face });
  return sentence(move.text.endsWith(' chopsticks') ? 'do.take-chopsticks' : 'do.take', { dish });
}

/** Whether the order of two cards of a draft matters: it can decide which nigiri goes on wasabi. */
function orderMatters(view: View, ...cards: [string, string]): boolean {
  const [first, second] = cards;
  const orders = [`${first}+${second}`, `${second}+${first}`].map((text) => view.notation.move(text));
  const [one, other] = effectsOf(view, numbersOf(orders));
  return one !== other;
}

function withDice(view: View, move: Move): Sentence {
  const [verb, ...words] = move.text.split(' ');
  const own = facesOf(view, view.seat!);
  const face = (word: string): string => own[Number(word) - 1]!;
  if (verb === 'swap') {
    const [place, , where] = words as [string, string, string];
    const other = SEAT_LETTERS.indexOf(where[0]!);
    const theirs = facesOf(view, other)[Number(where.slice(1)) - 1]!;
    return sentence('do.swap', { dish: face(place), other, theirs });
  }
  if (verb === 'reroll') return sentence('do.reroll', { faces: words.map(face) });
  return sentence('do.keep', { dish: face(words[0]!) });
}

/** Which card the extra plate gets, if the move says so. */
function forExtraPlate({ text }: Move): Sentence[] {
  const [, dish] = text.split('/');
  return dish ? [sentence('do.for-dummy', { dish })] : [];
}

/** The cards or the die that a move puts on the seat's own plate; none for re-rolls and swaps. */
function cardsOf(view: View, { number, text }: Move): string[] {
  const { setting, record, seat } = view;
  if (setting.tableKind === 'draft') return text.split('/')[0]!.split('+');
  if (setting.tableKind === 'battle') return [setting.handWords[record.get('pyramid', number % PYRAMID_PLACES)]!];
  const [verb, place] = text.split(' ');
  return verb === 'keep' ? [facesOf(view, seat!)[Number(place) - 1]!] : [];
}

/** The faces on a seat's belt, by place. */
function facesOf({ engine, record }: View, seat: number): (string | undefined)[] {
  return rowOf(record, 'faces', beltOf(engine, record, seat)).map((face) => FACES[face]);
}
