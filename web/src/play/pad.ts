// The score pad, which the engine on this device scores.
import { ask } from '../device/engine';
import type { PadRound, PadSheet, PadWords, SettingChoice } from '../wire/wire.gen';

/** What can be counted in a game; fails with a `Refusal`. */
export const padWords = (setting: SettingChoice): Promise<PadWords> => ask('padWords', setting);

/** The points of the plates of a round or of the end; fails with a `Refusal`. */
export const scorePlates = (round: PadRound): Promise<PadSheet> => ask('scorePad', round);
