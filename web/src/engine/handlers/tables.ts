// The functions about tables and games on this device.
import type { Request } from '../../source/tableSource';
import type { FinishedGame } from '../../source/finishedGame';
import type { Owner, WantedLesson, WantedTable } from '../tables/opening';
import type { TablesHere } from '../tables/here';

export function tableHandlers(here: TablesHere) {
  return {
    setTable: (wanted: WantedTable, owner: Owner) => here.setTable(wanted, owner),
    setLesson: (wanted: WantedLesson, owner: Owner) => here.setLesson(wanted, owner),
    setRehearsal: (game: FinishedGame, frame: number, seat: number, owner: Owner, origin: string | null) =>
      here.setRehearsal(game, frame, seat, owner, origin),
    openTable: (id: string, pace: number) => here.open(id, pace),
    /** The reader looks at this table again, after another tab or program. */
    lookAgain: (id: string) => here.live(id).takeCharge(),
    setPace: (id: string, pace: number) => void (here.live(id).pace = pace),
    request: (id: string, message: Request) => here.live(id).request(message),
    leaveTable: (id: string) => here.leave(id),
    record: (id: string) => here.record(id),
    replay: (game: FinishedGame) => here.replay(game),
    review: (game: FinishedGame, signal: AbortSignal) => here.review(game, signal),
    pack: (id: string) => here.pack(id),
    packedLine: (data: unknown) => here.packedLine(data),
    unpack: (data: unknown) => here.unpack(data),
  };
}
