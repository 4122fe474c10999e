// New tables on this device: how they begin.
import { bots, Game, Setting, type GameRecord, type SettingJson } from 'okawari';
import { TABLES } from '../../facts/tables';
import { randomHex } from '../../lib/hex';
import { Refusal } from '../../source/refusal';
import type { NewSeat, Options, Rehearsal, SettingChoice } from '../../wire/wire.gen';
import { deadlineOf } from './commands';
import type { Beginning, LessonPlan, Level, Seat } from './log';
import type { Table } from './table';

const SEED_BYTES = 32;
/** Lessons and rehearsals have the usual options. */
const USUAL: Options = { clock: 'none', spectators: false, public: false, hints: null };

/** The person whose device it is. */
export interface Owner {
  readonly name: string;
  readonly shape: number;
}

/** A game to set up: no seat is open, since nobody can join a table on a device. */
export interface WantedTable {
  readonly setting: SettingChoice;
  readonly options: Options;
  readonly seats: readonly NewSeat[];
}

/** A lesson as the page has it from the facts. */
export interface WantedLesson extends LessonPlan {
  readonly setting: SettingChoice;
}

export function beginTable({ setting, options, seats }: WantedTable, owner: Owner, now: number): Beginning {
  if (seats.some(({ kind }) => kind === 'open')) throw new Refusal({ code: 'seats-empty', params: {} });
  if (seats.length !== setting.seats) {
    throw new Refusal({ code: 'seats-mismatch', params: { seats: setting.seats, n: seats.length } });
  }
  return begin(setting, options, seated(seats, owner), now);
}

export function beginLesson({ name, seed, turns, setting }: WantedLesson, owner: Owner, now: number): Beginning {
  const others = Array.from({ length: setting.seats - 1 }, (): NewSeat => ({ kind: 'bot', bot: TABLES.teacher }));
  const begun = begin(setting, { ...USUAL, hints: true }, seated([{ kind: 'you' }, ...others], owner), now);
  return { ...begun, lesson: { name, seed, turns } };
}

/** The same game for the same people again. */
export function beginRematch({ beginning, setting, options, seats }: Table, now: number): Beginning {
  return { ...begin(setting.toJSON(), options, seats, now), lesson: beginning.lesson };
}

/** A game that goes on from a seat's decision, against bots. */
export function beginRehearsal(
  record: GameRecord,
  { table, frame, seat }: Rehearsal,
  owner: Owner,
  now: number,
): Beginning {
  const game = Game.rehearse(record, frame);
  if (!game.toMove.includes(seat)) throw new Refusal({ code: 'no-decision', params: {} });
  const names = record.fields.names ?? [];
  const seats = game.seats.map((place): NewSeat => {
    return place === seat
      ? { kind: 'you' }
      : { kind: 'bot', bot: isLevel(names[place]) ? names[place] : TABLES.minder };
  });
  const begun = begin(record.setting.toJSON(), USUAL, seated(seats, owner), now);
  return { ...begun, rehearsal: { table, frame, seat, record: game.record.toJSON() } };
}

export const isLevel = (name: string | null | undefined): name is Level => bots.LEVELS.includes(name ?? '');

function begin(wanted: SettingChoice | SettingJson, options: Options, seats: readonly Seat[], now: number): Beginning {
  const setting = Setting.fromJSON({ ...wanted });
  return {
    setting: setting.toJSON(),
    options: { ...options, spectators: false, public: false },
    seats,
    seed: randomHex(SEED_BYTES),
    until: deadlineOf(options, setting.inTurns, now),
    lesson: null,
    rehearsal: null,
  };
}

/** The seats, each with a shape that no other has: people keep those that they chose. */
function seated(wanted: readonly NewSeat[], owner: Owner): Seat[] {
  const taken = new Set<number>();
  const free = (shape?: number | null) => {
    const found = shape && !taken.has(shape) ? shape : TABLES.shapes.find((other) => !taken.has(other))!;
    taken.add(found);
    return found;
  };
  const shapes = new Map<NewSeat, number>();
  for (const seat of wanted) if (seat.kind !== 'bot') shapes.set(seat, free(seat.shape ?? shapeOf(seat, owner)));
  return wanted.map((seat) =>
    seat.kind === 'bot'
      ? { kind: 'bot', name: '', shape: free(), bot: seat.bot ?? TABLES.minder, guest: false }
      : { kind: 'person', name: nameOf(seat, owner), shape: shapes.get(seat)!, bot: null, guest: seat.kind === 'here' },
  );
}

const shapeOf = ({ kind }: NewSeat, owner: Owner) => (kind === 'you' ? owner.shape : null);

function nameOf({ kind, name }: NewSeat, owner: Owner): string {
  return cleanName(name || (kind === 'you' ? owner.name : ''));
}

/** A name without invisible characters, and not too long. */
export function cleanName(given: string): string {
  return [
    ...given
      .normalize('NFC')
      .replace(/\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}/gu, '')
      .trim(),
  ]
    .slice(0, TABLES.longest_name)
    .join('');
}
