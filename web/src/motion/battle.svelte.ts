// Animations of sushi battle: a taken card flies to its plate, then the cards that it covered turn up.
import type { BattleBoard } from '../game/board';
import { playSound } from '../lib/sound';
import { isDieRoll } from '../wire/events';
import { lift, onNewEvents, plop, turnUp } from './animations.svelte';

const FLIGHT = 320;
const STAGGER = 30;

/** Watch a board; `root` is where its pyramid and plates are drawn. */
export function battleMotion(board: () => BattleBoard, root: () => HTMLElement): void {
  const find = (what: string) => root()?.querySelector(what) ?? null;
  const place = (at: unknown) => find(`[data-place="${at}"]`);
  onNewEvents(
    () => board().events,
    (news) => {
      const flights = news
        .filter((event) => event.event === 'take')
        .map((event) => ({ who: event.who, fly: lift(place(event.place)) }));
      return () => {
        for (const { who, fly } of flights) fly(find(`[data-who="${who}"]`));
        for (const event of news) {
          if (event.event === 'turn-up') turnUp(place(event.place), FLIGHT);
          if (event.event === 'put-back') plop(place(event.place), FLIGHT);
          if (event.event === 'deal')
            root()
              .querySelectorAll('.pyramid .card')
              .forEach((card, nth) => plop(card, nth * STAGGER));
        }
        playSound('flick');
        if (news.some((event) => event.event === 'play' && event.dipped)) playSound('plop');
        if (news.some(isDieRoll)) playSound('dice');
      };
    },
  );
}
