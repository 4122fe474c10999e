// The engine's bills, worths, gains and events as parts of messages.
import { gains, toldEvents, worthNow, type Event, type Line, type Score, type Setting, type View } from 'okawari';
import type { Bill, BillLine, Gain, GameInfo, WorthLine } from '../wire/wire.gen';

type Json = Record<string, unknown>;

export function billsOf(scores: readonly Score[]): Bill[] {
  return scores.map(({ who, total, rounds, final }) => ({
    who,
    total,
    rounds: rounds.map((lines) => lines.map(billLine)),
    final: final.map(billLine),
  }));
}

const billLine = (line: Line): BillLine => ({ dish: line.dish, ...worthLine(line) });
const worthLine = ({ points, code, params }: Line): WorthLine => ({ ...params, points, why: code });

/** The points of every plate if the round ended now, by dish; none once the game is over. */
export function worthOf(view: View): GameInfo['worth'] {
  if (view.over) return Array.from({ length: view.setting.diners }, () => ({}));
  return worthNow(view).map((lines) => Object.fromEntries(lines.map((line) => [line.dish, worthLine(line)])));
}

/** What each card or die that the viewer could take would bring, by its word. */
export function gainsOf(view: View): Record<string, Gain> {
  return Object.fromEntries([...gains(view)].map(([word, { code, params }]) => [word, { ...params, code }]));
}

/** Events of a running game as they are sent: without the lines of bills, since the bill is sent, and what is false. */
export function eventsOf(events: readonly Event[], setting: Setting): Json[] {
  return toldEvents(events, setting)
    .filter(({ event }) => event !== 'line')
    .map((event) => Object.fromEntries(Object.entries(event).filter(([, value]) => value !== false)));
}
