// The story of a game: the sentences that describe its events. Their texts are in the catalogues.
import type { Details, Event } from './events.js';
import type { Setting } from './settings.js';
import { say, type Language } from './texts.js';

type Values = Record<string, unknown>;

/** Events that can be between two cards that a player plays in one turn. */
const OF_A_PLAY = ['play', 'last', 'thaw', 'mochi'];
/** Events that the bill shows: they have no sentence. */
const ON_THE_BILL = ['line', 'round-score', 'final-score', 'win'];
/** Parameters that are numbers of plates, words of dishes, and lists of such words. */
const PLATE_PARAMS = ['name', 'other'];
const DISH_PARAMS = ['dish', 'theirs', 'token', 'face'];
const DISH_LIST_PARAMS = ['faces'];

/** A sentence: the path of its text in the catalogues, and the parameters of the text. */
export class Sentence {
  constructor(
    readonly path: string,
    readonly params: Readonly<Values>,
  ) {}

  /** The text of the sentence, with the names of plates and dishes, in a language whose texts are loaded. */
  say(language: Language, names: readonly string[]): string {
    const dish = (word: unknown) => say(language, `dish.${word}.name`);
    const named = ([param, value]: [string, unknown]): [string, unknown] => {
      if (PLATE_PARAMS.includes(param)) return [param, names[value as number]];
      if (DISH_PARAMS.includes(param)) return [param, dish(value)];
      if (DISH_LIST_PARAMS.includes(param)) return [param, (value as string[]).map(dish).join(', ')];
      return [param, value];
    };
    return say(language, this.path, Object.fromEntries(Object.entries(this.params).map(named)));
  }
}

/** One or more events that share a sentence, and the index of the first. */
interface Merged {
  readonly place: number;
  readonly name: string;
  readonly who: number | null;
  readonly details: Values;
}

/** The sentences for each event; none for an event that shares a sentence with an earlier one or is on the bill. */
export function story(events: readonly Event[], setting: Setting): Sentence[][] {
  const found: Sentence[][] = events.map(() => []);
  for (const event of merged(events)) {
    if (!ON_THE_BILL.includes(event.name)) found[event.place]!.push(...sentences(event, setting));
  }
  return found;
}

/** Events as they are sent: with their sentences in `told`, unless these follow from the event. */
export function toldEvents(events: readonly Event[], setting: Setting): Values[] {
  return story(events, setting).map((told, i) => {
    const event = events[i]!;
    return isPlain(event, told) ? event.toJSON() : { ...event.toJSON(), told };
  });
}

/** Whether an event has one sentence, whose path is its name (with its way) and whose parameters are its details. */
function isPlain(event: Event, told: readonly Sentence[]): boolean {
  const way = 'way' in event.details ? `-${event.details['way']}` : '';
  const [sentence] = told;
  if (told.length !== 1 || sentence!.path !== `event.${event.name}${way}`) return false;
  const known: Values = { ...event.details, name: event.who };
  return Object.entries(sentence!.params).every(([param, value]) => param in known && known[param] === value);
}

/** Merge the events that share a sentence, and move chopsticks before the cards that were played with them. */
function merged(events: readonly Event[]): Merged[] {
  const all: Merged[] = [];
  events.forEach(({ name, who, details }, place) => {
    const last = all.at(-1);
    const before = last?.who === who ? last : undefined;
    if (name === 'roll' && before && ['roll', 'reroll'].includes(before.name)) {
      (before.details['faces'] as unknown[]).push(details['face']);
    } else if (name === 'roll' || name === 'reroll') {
      all.push({ place, name, who, details: { faces: name === 'roll' ? [details['face']] : [] } });
    } else if (name === 'play' && before && ['take', 'last'].includes(before.name) && !('dish' in before.details)) {
      Object.assign(before.details, details);
    } else if (name === 'chopsticks') {
      const start = startOfPlays(all, who);
      all.splice(start, 0, { place: all[start]?.place ?? place, name, who, details: {} });
      all.push({ place, name: 'chopsticks-back', who, details: {} });
    } else {
      all.push({ place, name, who, details: { ...details } });
    }
  });
  return all;
}

/** The index of the first of the cards that a player has just played. */
function startOfPlays(events: readonly Merged[], who: number | null): number {
  let start = events.length;
  while (start && events[start - 1]!.who === who && OF_A_PLAY.includes(events[start - 1]!.name)) start--;
  return start;
}

/** The sentences that describe an event. */
function sentences({ name: event, who, details }: Merged, setting: Setting): Sentence[] {
  const { dish, face, way, dipped } = details as Details;
  const name = who === null ? {} : { name: who };
  const sentence = (what: string, params: Values = {}) => new Sentence(`event.${what}`, { ...name, ...params });
  const spicy = (word: unknown) => (dipped ? [sentence('play-dipped', { dish: word })] : []);
  const { extraPlate } = setting.variantRules;
  switch (event) {
    case 'deal':
      return [setting.tableKind === 'battle' ? new Sentence('play.deal-battle', details) : sentence('deal', details)];
    case 'starter': // With an extra plate, the sentence about the draw says which seat is in control first.
      return extraPlate ? [] : [sentence('starter')];
    case 'draw':
      return [sentence(extraPlate ? 'draw-in-control' : 'draw')];
    case 'play':
      return [sentence(dipped ? 'play-dipped' : 'play', { dish })];
    case 'take':
      if (!details['last']) {
        const used = details['chopsticks'] ? [sentence('chopsticks')] : [];
        return [...used, sentence('take', { dish, place: details['place'] }), ...spicy(dish)];
      }
      return [sentence('last', { dish }), ...spicy(dish)];
    case 'last':
      return [sentence('last', { dish }), ...spicy(dish)];
    case 'keep':
      return [sentence('keep', { dish: face }), ...spicy(face)];
    case 'pass':
      return [sentence(`pass-${way}`)];
    case 'swap':
      return [sentence('swap', { dish, other: details['other'], theirs: details['theirs'] })];
    case 'tokens': {
      const { got, wanted, token } = details as { got: number; wanted: number; token: string };
      const given = got ? [sentence('tokens', { n: got, token })] : [];
      return got < wanted ? [...given, new Sentence('event.tokens-out', {})] : given;
    }
    default:
      return [sentence(event, details)];
  }
}
