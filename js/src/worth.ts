// What each plate would score if the round ended now, by the scoring of the rules.
import { newDealer } from './dealers.js';
import { type Line, readLine, recordedRows } from './events.js';
import { CARDS, DICE } from './gains.gen.js';
import { KEYED } from './tables.gen.js';
import type { View } from './views.js';

/** The lines that each plate would have on the bill if the round ended now, the extra plate's last. */
export function worthNow({ engine, setting, record }: View): Line[][] {
  const dealer = newDealer(KEYED);
  dealer.set('recording', 1);
  engine.call(`${setting.tableKind}_bill`, record, dealer, setting.tableKind === 'roll' ? DICE : CARDS);
  const lines: Line[][] = Array.from({ length: setting.diners }, () => []);
  for (const row of recordedRows(dealer)) lines[row[1]!]!.push(readLine(row, setting));
  return lines;
}
