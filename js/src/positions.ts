// Positions: whole tables in words, written by hand or from a game. They show all hands.
import type { Engine, Records } from './engine.js';
import { BadFile, OkawariError } from './errors.js';
import { Game } from './games.js';
import type { Seed } from './dealers.js';
import { readTable } from './reading.js';
import { isObject } from './records.js';
import { Setting } from './settings.js';
import { NO_CARD, POSITION_FORMAT } from './tables.gen.js';
import { cardWords, publicWords, pyramidWords, range, rowOf } from './words.js';

/** A position as it is written: see the schema of positions. */
export type PositionJson = Readonly<Record<string, unknown>>;

/**
 * A table in words. Hands, plates and the rest are lists of words, or lines such as `tempura*2 squid`.
 *
 * Fields that are left out are empty: no desserts, no points, no discards. Cards that are not named are in the deck.
 */
export class Position {
  private constructor(
    readonly engine: Engine,
    readonly setting: Setting,
    readonly data: PositionJson,
  ) {}

  /** Read a position, and check that it is possible. */
  static fromJSON(engine: Engine, data: unknown): Position {
    const isOf = (field: string, value: unknown) => isObject(data) && (!(field in data) || data[field] === value);
    if (!isObject(data) || !isOf('okawari', 'position') || !isOf('format', POSITION_FORMAT)) {
      throw new BadFile('bad-format', { what: 'position', format: POSITION_FORMAT });
    }
    if (data['over']) throw new BadFile('position-over');
    try {
      const position = new Position(engine, Setting.fromJSON(data), data);
      position.table();
      return position;
    } catch (problem) {
      if (problem instanceof OkawariError) throw problem;
      throw new BadFile('bad-position', { problem: problem instanceof Error ? problem.message : problem });
    }
  }

  /** The position of a table. */
  static ofTable(engine: Engine, setting: Setting, table: Records): Position {
    return new Position(engine, setting, written(engine, setting, table));
  }

  toJSON(): PositionJson {
    return this.data;
  }

  /** The table, as a record. */
  table(): Records {
    return readTable(this.engine, this.data, this.setting);
  }

  /** A game that goes on from this position, with fresh luck. */
  game(seed?: Seed): Game {
    return Game.fromPosition(this, seed);
  }
}

/** The fields of the position of a table. */
function written(engine: Engine, setting: Setting, table: Records): PositionJson {
  const { winners: _, over, ...fields } = publicWords(engine, table, setting);
  const data = { okawari: 'position', format: POSITION_FORMAT, ...fields, ...(over && { over }) };
  if (setting.tableKind === 'roll') return data;
  const words = setting.handWords;
  if (setting.tableKind === 'battle') return { ...data, pyramid: pyramidWords(table, words, true) };
  const seats = range(setting.seats);
  const [piles, gone] = engine.call('draft_piles', table);
  return {
    ...data,
    hands: seats.map((seat) => cardWords(table.big('hands', seat), words)),
    returned: seats.map((seat) => table.get('returned', seat)),
    ...(setting.variantRules.extraPlate && { controller: engine.call('draft_controller', table)[0]! }),
    ...(piles && {
      piles: range(piles).map((pile) =>
        rowOf(table, 'piles', pile)
          .slice(gone, setting.handSize)
          .map((card) => words[card]!),
      ),
      drawn: seats
        .map((seat) => engine.call('draft_drawn', table, seat)[0]!)
        .map((card) => (card === NO_CARD ? null : words[card]!)),
    }),
  };
}
