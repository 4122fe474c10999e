// What a screen reader announces of a game: revealed cards, the pass, the new hand, and who is still choosing.
import { tick, untrack } from 'svelte';
import type { Board } from '../game/board';
import { nameOf } from '../game/board';
import { clearTranscript, announce } from './announcer.svelte';
import { narratorFor } from '../game/log';
import { counted } from '../game/plates';
import type { GameEvent } from '../wire/events';
import type { TableSource } from '../source/tableSource';
import { dishName, dishTimes } from '../game/dishes';
import { say } from '../lib/texts.svelte';
import { isDraft, type DraftView } from '../wire/view';
import type { TableInfo } from '../wire/wire.gen';
import { specialRules } from '../game/setting';
import { passesTo } from '../game/passing';

/** Milliseconds until a moment of a replay is announced: moments that are skipped faster are not. */
const STAY = 400;

/** Announce what happens at a table. */
export function transcribe(board: () => Board | null): void {
  let heard = 0;
  let hand = '';
  let still: number | null = null;
  let listener: number | null = null;

  $effect.pre(() => {
    const now = board();
    if (!now) return;
    untrack(() => {
      // The next player at a shared device must not read what was announced to the one before.
      if (listener !== null && now.view.viewer !== listener && isDraft(now.view)) clearTranscript();
      listener = now.view.viewer;
      const news = now.events.length < heard ? [] : now.events.slice(heard);
      const fresh = heard || !isUnderWay(news) ? news : [];
      if (!heard && now.events.length) announce(special(now));
      heard = now.events.length;
      const end = endOfRound(fresh);
      const told = happened(now, fresh.slice(end));
      const held = handOf(now);
      if (held !== hand) told.push(held);
      hand = held;
      const last = stillChoosing(now);
      if (last !== null && last !== still) told.push(say('table.tell.still', { name: now.diners[last]!.name }));
      still = last;
      if (!end) return told.forEach(announce);
      [...happened(now, fresh.slice(0, end)), say('table.tell.round-over', { round: roundBefore(now) })].forEach(
        announce,
      );
      // The bill announces itself when it is shown; the new round comes after it.
      void tick().then(() => told.forEach(announce));
    });
  });
}

/** Announce the moment of a replay that is shown. */
export function transcribeReplay(moment: () => string): void {
  const told = $derived(moment());
  $effect(() => {
    const text = told;
    const staying = setTimeout(() => announce(text), STAY);
    return () => clearTimeout(staying);
  });
}

/** How the game differs from the usual one. */
function special({ view }: Board): string {
  return specialRules({ ...view, dessert: null })
    .map(({ name, about }) => `${name}. ${about}`)
    .join(' ');
}

/** Announce emotes. */
export function transcribeEmotes(table: TableSource, board: () => Board | null): void {
  let heard = 0;
  $effect(() => {
    const now = board();
    const fresh = table.emotes.filter((emote) => emote.key > heard);
    if (!now || !fresh.length) return;
    heard = fresh.at(-1)!.key;
    untrack(() => {
      for (const { seat, emote } of fresh)
        announce(say('table.emote.said', { name: nameOf(now, seat), emote: say(`table.emote.${emote}`) }));
    });
  });
}

/** Announce pauses, and players who leave their seat to a bot or return to it. */
export function transcribeSeats(table: TableSource): void {
  let before: TableInfo | null = null;
  $effect.pre(() => {
    const now = table.info;
    untrack(() => {
      if (before && now) changes(before, now).forEach(announce);
      before = now;
    });
  });
}

function changes(before: TableInfo, now: TableInfo): string[] {
  const told: string[] = [];
  if (before.phase === 'playing' && now.phase === 'paused')
    told.push(`${say('table.paused.title')}. ${say(now.host ? 'table.paused.host' : 'table.paused.guest')}`);
  if (before.phase === 'paused' && now.phase === 'playing') told.push(say('table.tell.goes-on'));
  for (const { seat, kind, name, minded } of now.seats) {
    if (kind === 'person' && !now.yours.includes(seat) && minded !== before.seats[seat]?.minded)
      told.push(say(minded ? 'table.tell.minded' : 'table.tell.back', { name }));
  }
  return told;
}

/** Whether the game had begun before this page was opened. */
function isUnderWay(events: readonly GameEvent[]): boolean {
  return events.some((event) => ['pass', 'keep', 'take'].includes(event.event));
}

/** The number of events that belong to a round that has ended. */
function endOfRound(events: readonly GameEvent[]): number {
  return events.findLastIndex((event) => event.event === 'round-score') + 1;
}

function happened(board: Board, events: readonly GameEvent[]): string[] {
  if (!isDraft(board.view)) return narratorFor(board, (who) => who === board.me && waits(board)).sentences(events);
  const teller = narratorFor(board);
  const told: string[] = [];
  const turns = turnsOf(events);
  for (const [i, part] of turns.entries()) {
    const plays = part.filter((event) => event.event === 'play');
    if (plays.length) told.push(revealed(board, plays));
    told.push(
      ...teller.sentences(
        part.filter(
          (event) => !['play', 'last', 'pass', 'draw', 'chopsticks', 'deal', 'starter', 'boat'].includes(event.event),
        ),
      ),
    );
    const stays = !turns.slice(i + 1).some((later) => later.some((event) => event.event === 'play'));
    if (stays && part.some((event) => event.event === 'pass')) told.push(passed(board, board.view));
    told.push(...teller.sentences(part.filter((event) => ['deal', 'boat'].includes(event.event))));
  }
  return told.filter(Boolean);
}

/** Whether the reader waits for others. A reader who is to move hears the belt in the offer of the turn. */
function waits(board: Board): boolean {
  return board.playing && !board.toMove.includes(board.me);
}

/** Events by turns: each ends with the pass. */
function turnsOf(events: readonly GameEvent[]): GameEvent[][] {
  const turns: GameEvent[][] = [[]];
  for (const event of events) {
    turns.at(-1)!.push(event);
    if (event.event === 'pass') turns.push([]);
  }
  return turns;
}

function revealed(board: Board, plays: GameEvent[]): string {
  const players = [...new Set(plays.map((event) => event.who!))];
  const parts = players.map((who) => {
    const cards = plays.filter((event) => event.who === who).map((event) => dishName(String(event.dish)));
    return say('table.tell.play', {
      name: who === board.me && board.view.viewer !== null ? say('ui.you').toLocaleLowerCase() : nameOf(board, who),
      cards: cards.join(', '),
    });
  });
  return say('table.tell.revealed', { plays: parts.join('; ') });
}

function passed(board: Board, view: DraftView): string {
  if (!board.playing) return '';
  const to = board.diners[passesTo(view, board.me)]!.name;
  const n = view.hands[board.me]?.length ?? 0;
  return n ? say(`table.tell.passed-${view.way}`, { name: to, n }) : '';
}

/** The hand in words; empty when the reader has none. */
function handOf(board: Board): string {
  if (!isDraft(board.view) || !board.playing || board.view.over) return '';
  const cards = board.view.hands[board.me] ?? [];
  if (!cards.length) return '';
  const words = counted(cards).map(([word, n]) => dishTimes(word, n));
  const told = [say('table.tell.hand', { cards: words.join(', ') })];
  if (board.view.drawn != null) told.push(say('table.tell.drawn', { card: dishName(board.view.drawn) }));
  if (board.view.controller === board.me) told.push(say('table.tell.control'));
  return told.join(' ');
}

/** The last player who is still choosing, once the reader has chosen. */
function stillChoosing(board: Board): number | null {
  const [only, ...more] = board.toMove;
  const waits = isDraft(board.view) && board.playing && board.view.choice !== null;
  return waits && only !== undefined && !more.length && only !== board.me ? only : null;
}

function roundBefore(board: Board): number {
  return board.view.over ? board.view.round : board.view.round - 1;
}
