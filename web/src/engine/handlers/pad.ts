// The functions of the score pad, for games with real cards or dice.
import { Note, type Line, type Okawari, type Pad } from 'okawari';
import type {
  PadLine,
  PadRound,
  PadSheet,
  PadWord,
  PadWords,
  SettingChoice,
  SettingChoiceInput,
} from '../../wire/wire.gen';

export function padHandlers(okawari: Okawari) {
  const padOf = ({ menu, dessert, variant, must_have_maki }: SettingChoiceInput): Pad =>
    okawari.pad({ menu, dessert, variant, mustHaveMaki: must_have_maki });
  return {
    /** The words that can be counted after a round and at the end. */
    padWords(setting: SettingChoice): PadWords {
      const pad = padOf(setting);
      return { round: wordsOf(pad.roundStock), final: wordsOf(pad.finalStock), die: [...pad.dieFaces] };
    },
    /** Score the plates of a round, or of the end. */
    scorePad({ setting, final, players }: PadRound): PadSheet {
      const pad = padOf(setting);
      const entries = pad.enter(players, setting.seats, { final });
      const sheet = final ? pad.scoreFinal(entries) : pad.scoreRound(entries);
      return {
        players: sheet.players.map((player) => ({ ...player, lines: player.lines.map(lineOf) })),
        turns: sheet.setting.turns,
        tie: sheet.tie,
        warnings: sheet.warnings.map(({ code, params }) => ({ code, params })),
      };
    },
  };
}

const wordsOf = (stocks: Pad['roundStock']): PadWord[] =>
  [...stocks].map(([word, { name, limit, ours }]) => ({ word, group: name, limit, ours }));

/** A line of the pad; the texts of its notes are in another part of the catalogues. */
const lineOf = (line: Line): PadLine => ({
  ...line.params,
  dish: line.dish,
  points: line.points,
  why: line.code,
  room: line instanceof Note ? 'pad.note' : 'why',
});
