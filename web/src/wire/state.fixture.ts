// A state as the server sends it, for tests of what is made of it.
import type { GameInfo, SeatInfo, State, TableInfo } from './wire.gen';

export const seatInfo = (seat: number, facts: Partial<SeatInfo> = {}): SeatInfo => ({
  seat,
  kind: 'person',
  name: ['Ann', 'Ben'][seat] ?? '',
  shape: seat + 1,
  bot: null,
  online: true,
  minded: false,
  host: seat === 0,
  ...facts,
});

export const tableInfo = (facts: Partial<TableInfo> = {}): TableInfo => ({
  id: 'table',
  phase: 'playing',
  setting: { menu: 'sushi-go-first', seats: 2, dessert: 'pudding', variant: null, must_have_maki: false },
  options: { clock: 'none', spectators: true, public: false, hints: null },
  seats: [seatInfo(0), seatInfo(1)],
  yours: [0],
  host: true,
  code: null,
  code_until: null,
  key: null,
  fairness: { commitment: 'c0ffee', nonces: [], opened: null, seed: null },
  rehearsal: null,
  hints: true,
  take_back: false,
  watchers: 0,
  rematch: null,
  lesson: null,
  ...facts,
});

export const gameInfo = (facts: Partial<GameInfo> = {}): GameInfo => ({
  number: 1,
  to_move: [0, 1],
  turns: 10,
  worth: [{ nigiri: { points: 1, why: 'nigiri', n: 1 } }, {}],
  gains: {},
  bill: [0, 1].map((who) => ({ who, total: 0, rounds: [], final: [] })),
  deadline: null,
  busy: false,
  ...facts,
});

export const state = (facts: Partial<State> = {}): State => ({
  type: 'state',
  seq: 1,
  table: tableInfo(),
  game: gameInfo(),
  view: { okawari: 'view', viewer: 0, turn: 2, choice: null, plates: [['egg'], ['maki2']], hands: [['squid'], []] },
  events_from: 0,
  events: [{ event: 'deal', round: 1 }],
  now: 1000,
  ...facts,
});
