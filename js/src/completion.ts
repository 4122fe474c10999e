// Reads views: completes one to a whole table, and takes the view of that table.
import { Records, type Engine } from './engine.js';
import { notationFor } from './notation.js';
import { bareTable, deckCounts, number, readTable, type Data } from './reading.js';
import { Setting } from './settings.js';
import { DRAWS_NOTHING, NOBODY, ROUNDS } from './tables.gen.js';
import { range } from './words.js';

/** The setting and the record of a view that was written. */
export function readView(engine: Engine, data: Data): [Setting, Records] {
  const setting = Setting.fromJSON(data);
  const viewer = data['viewer'] === null ? NOBODY : number(data, 'viewer', 0, setting.seats - 1);
  const table = readTable(engine, completed(engine, data, setting, viewer), setting);
  if (setting.tableKind === 'draft' && data['choice'] !== null && viewer !== NOBODY && !data['over']) {
    makeChoice(engine, setting, table, viewer, data['choice'] as string);
  }
  const record = new Records(setting.viewLayout);
  engine.call(`${setting.tableKind}_look`, table, viewer, record);
  return [setting, record];
}

/** Set a seat's choice, if it has one to make, without playing the turn. */
function makeChoice(engine: Engine, setting: Setting, table: Records, seat: number, text: string): void {
  const move = notationFor(setting).move(text);
  const isAsked = (table.get('waiting') >> seat) & 1;
  if (isAsked && !engine.call('draft_refusal', table, seat, move.number)[0]) {
    table.set('choices', move.number, seat);
    table.set('waiting', table.get('waiting') & ~(1 << seat));
  }
}

/** The fields of a position that agrees with a view: unseen cards are placed arbitrarily. */
function completed(engine: Engine, data: Data, setting: Setting, viewer: number): Data {
  if (setting.tableKind === 'roll' || data['over']) return data;
  const pool = unlocatedCards(data, setting);
  const next = (): string => {
    const card = pool.pop();
    if (card === undefined) throw new RangeError('there are more cards than in the deck');
    return card;
  };
  if (setting.tableKind === 'battle') {
    const rows = data['pyramid'] as (string | null)[][];
    return { ...data, pyramid: rows.map((row) => row.map((card) => (card === '?' ? `?${next()}` : card))) };
  }
  const unseen = range(setting.seats).map((seat) => {
    const n = number({ unseen: (data['unseen'] as unknown[])[seat] }, 'unseen', 0, 11);
    return range(n).map(next);
  });
  const hands = unseen.map((cards, seat) => [...(data['hands'] as string[][])[seat]!, ...cards]);
  const drawn = unseen.map((cards, seat) => (seat === viewer ? (data['drawn'] ?? null) : (cards.at(-1) ?? null)));
  const hasPiles = setting.variantRules.draws !== DRAWS_NOTHING;
  return { ...data, hands, ...(hasPiles && withPiles(engine, data, setting, next, drawn)) };
}

/** The fields of a position for piles of unseen cards, and the card that each seat drew for this turn. */
function withPiles(engine: Engine, data: Data, setting: Setting, next: () => string, drawn: readonly unknown[]): Data {
  const table = bareTable(setting);
  table.set('round_no', number(data, 'round', 1, ROUNDS));
  table.set('turn', number(data, 'turn', 1, setting.turns!));
  const hasControl = setting.variantRules.extraPlate;
  engine.call('draft_lay_turn', table, hasControl ? number(data, 'controller', 0, setting.seats - 1) : NOBODY);
  const [piles, gone] = engine.call('draft_piles', table) as [number, number];
  return {
    piles: range(piles).map(() => range(setting.handSize - gone).map(next)),
    drawn: drawn.map((card, seat) => (engine.call('draft_draws', table, seat)[0] ? card : null)),
  };
}

/** The words of all cards that the view does not show. */
function unlocatedCards(data: Data, setting: Setting): string[] {
  const deck = new Map(Object.entries(deckCounts(setting)));
  const pyramid = ((data['pyramid'] ?? []) as unknown[][]).flat().filter((card) => card !== null && card !== '?');
  const hands = ((data['hands'] ?? []) as unknown[][]).flat();
  const laid = [...(data['plates'] as unknown[][]).flat(), ...(data['desserts'] as unknown[][]).flat()];
  // A card whose value is drawn when it is played has another word in a hand.
  const { values, played, word } = setting.dessertRules;
  const inHand = (card: string) => (values && card in played ? word : card);
  for (const card of [...laid, ...(data['discards'] as unknown[]), ...hands, ...pyramid]) {
    const held = inHand(card as string);
    deck.set(held, (deck.get(held) ?? 0) - 1);
  }
  return [...deck].flatMap(([card, n]) => range(Math.max(0, n)).map(() => card));
}
