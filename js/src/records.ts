// Records: games as data that can be saved, replayed and verified.
import { canonical } from './canonical.js';
import type { Engine } from './engine.js';
import { BadFile, OkawariError } from './errors.js';
import type { Event } from './events.js';
import { holds, readFairness, type Fairness } from './fairness.js';
import { Game } from './games.js';
import { Position, type PositionJson } from './positions.js';
import { Setting, type SettingJson } from './settings.js';
import { hex, sha256, unhex } from './sha256.js';
import { RECORD_FORMAT, RULES } from './tables.gen.js';

/** What a record holds. */
export interface RecordFields {
  readonly setting: Setting;
  readonly moves: readonly (readonly [seat: number, text: string])[];
  readonly luck: readonly string[];
  readonly scores: readonly number[];
  readonly winners: readonly number[];
  readonly digest: string;
  readonly over: boolean;
  /** The version of the rules by which it was played. */
  readonly rules: number;
  /** Only once the game is over: before that it would reveal every hand. */
  readonly seed?: string | null;
  readonly position?: PositionJson | null;
  readonly names?: readonly string[] | null;
  readonly fairness?: Fairness | null;
}

/** A record as it is saved. */
export interface RecordJson extends SettingJson {
  okawari: 'record';
  format: number;
  rules: number;
  moves: [number, string][];
  luck: string[];
  over: boolean;
  scores: number[];
  winners: number[];
  digest: string;
  seed?: string;
  position?: PositionJson;
  names?: string[];
  fairness?: Fairness;
}

/** The record of a game: its setting, moves, luck and scores, and a digest of its events. */
export class GameRecord {
  constructor(
    readonly engine: Engine,
    readonly fields: RecordFields,
  ) {}

  get setting(): Setting {
    return this.fields.setting;
  }

  toJSON(): RecordJson {
    const { setting, moves, luck, scores, winners, digest, over, rules, seed, position, names, fairness } = this.fields;
    return {
      okawari: 'record',
      format: RECORD_FORMAT,
      rules,
      ...setting.toJSON(),
      moves: moves.map(([seat, text]) => [seat, text]),
      luck: [...luck],
      over,
      scores: [...scores],
      winners: [...winners],
      digest,
      ...(seed != null && { seed }),
      ...(position != null && { position }),
      ...(names != null && { names: [...names] }),
      ...(fairness != null && { fairness }),
    };
  }

  /** Read a record. */
  static fromJSON(engine: Engine, data: unknown): GameRecord {
    const json = data as RecordJson;
    if (!isObject(data) || json.okawari !== 'record' || json.format !== RECORD_FORMAT) {
      throw new BadFile('bad-format', { what: 'record', format: RECORD_FORMAT });
    }
    try {
      return new GameRecord(engine, readFields(json));
    } catch (problem) {
      if (problem instanceof OkawariError) throw problem;
      throw new BadFile('bad-record', { problem: problem instanceof Error ? problem.message : problem });
    }
  }

  /** The game as it was when the record was made, replayed with the luck of the record. */
  replay(): Game {
    return Game.replay(this);
  }

  /** Replay the record and check its scores, digest, rules, seed and promise; the codes of the problems found. */
  verify(): string[] {
    const { over, scores, winners, digest: told, rules, seed, fairness } = this.fields;
    let game: Game;
    try {
      game = this.replay();
    } catch {
      return ['verify-moves'];
    }
    const isSame = game.over === over && equal(game.totals, scores) && equal(game.winners, winners);
    const checks: [string, boolean][] = [
      ['verify-scores', isSame],
      ['verify-digest', digest(game.events) === told],
      ['verify-rules', rules === RULES],
      ['verify-seed', seed == null || this.luckIsOfSeed()],
      ['verify-fairness', !fairness || (fairness.nonces.length === this.setting.seats && holds(fairness, seed))],
    ];
    return checks.filter(([, isFine]) => !isFine).map(([code]) => code);
  }

  /** The 32 bytes of the seed; null if there is none, or one that cannot be read. */
  get seedBytes(): Uint8Array | null {
    return unhex(this.fields.seed, 32);
  }

  /** Whether the game with this seed and these moves has the luck of the record. */
  private luckIsOfSeed(): boolean {
    const { position, moves, luck } = this.fields;
    const seed = this.seedBytes;
    if (!seed) return false;
    try {
      const start = position && Position.fromJSON(this.engine, position);
      const game = start ? start.game(seed) : new Game(this.engine, this.setting, seed);
      for (const [seat, text] of moves) game.choose(seat, text);
      return equal(game.luck, luck);
    } catch {
      return false;
    }
  }
}

function readFields(json: RecordJson): RecordFields {
  return {
    setting: Setting.fromJSON({ ...json }),
    moves: needed(json, 'moves').map(([seat, text]) => [whole(seat), String(text)]),
    luck: needed(json, 'luck').map(String),
    scores: needed(json, 'scores').map(whole),
    winners: needed(json, 'winners').map(whole),
    digest: String(needed(json, 'digest')),
    over: Boolean(needed(json, 'over')),
    seed: json.seed ?? null,
    position: json.position ?? null,
    names: json.names?.length ? json.names.map(text) : null,
    fairness: 'fairness' in json ? readFairness(json.fairness) : null,
    rules: whole(needed(json, 'rules')),
  };
}

/** Whether a value is an object with fields. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function needed<Key extends keyof RecordJson>(json: RecordJson, key: Key): RecordJson[Key] {
  if (!(key in json)) throw new TypeError(key);
  return json[key];
}

function whole(value: unknown): number {
  if (!Number.isInteger(value)) throw new TypeError(`${JSON.stringify(value)} is not a whole number`);
  return value as number;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${JSON.stringify(value)} is not a text`);
  return value;
}

const equal = <Value>(a: readonly Value[], b: readonly Value[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

/** The SHA-256 of all events, in hexadecimal. */
export const digest = (events: readonly Event[]): string => hex(sha256(canonical(events)));
