// Animations of Sushi Roll: dice fly to their trays, belts slide in, dice tumble and settle.
import type { RollBoard } from '../game/board';
import { playSound } from '../lib/sound';
import type { GameEvent } from '../wire/events';
import { lift, onNewEvents, plop, slideIn, tumble } from './animations.svelte';

const SLIDE = 300;

/** Watch a board; `root` is where its belts and trays are drawn. */
export function rollMotion(board: () => RollBoard, root: () => HTMLElement): void {
  const find = (what: string) => root()?.querySelector(what) ?? null;
  const die = (seat: unknown, place: unknown) => find(`[data-die="${seat}.${Number(place) - 1}"]`);
  onNewEvents(
    () => board().events,
    (news) => {
      const flights = news
        .filter((event) => event.event === 'keep')
        .map((event) => ({ who: event.who, fly: lift(die(event.who, event.place)) }));
      return () => {
        for (const { who, fly } of flights) fly(find(`[data-tray="${who}"]`));
        const slid = news.some((event) => event.event === 'slide' || event.event === 'bag');
        if (slid) root().querySelectorAll('[data-belt]').forEach(slideIn);
        playSound(slid ? 'whirr' : 'flick');
        if (news.some((event) => event.event === 'roll')) playSound('dice');
        if (news.some((event) => event.event === 'keep' && event.dipped)) playSound('plop');
        for (const [seat, places] of rolled(news))
          places.forEach((place, nth) => tumble(die(seat, place), nth, slid ? SLIDE : 0));
        for (const event of news.filter((event) => event.event === 'swap' && event.who !== board().me)) {
          plop(die(event.who, event.place));
          plop(die(event.other, event['their-place']));
        }
      };
    },
  );
}

/** The places that were rolled on each belt, since the belts last slid. */
function rolled(news: GameEvent[]): Map<number, number[]> {
  const last = news.findLastIndex((event) => event.event === 'slide' || event.event === 'bag');
  const places = new Map<number, number[]>();
  for (const { event, who, place } of news.slice(last + 1)) {
    if (event !== 'roll' || who === undefined) continue;
    const before = places.get(who) ?? [];
    if (!before.includes(Number(place))) places.set(who, [...before, Number(place)]);
  }
  return places;
}
