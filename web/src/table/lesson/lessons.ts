// The steps of the lessons: when each is told, and what it points at. A step is told when its dish is there to be seen.
import { dishOf } from '../../game/dishes';
import { freeCards } from '../../game/pyramid';
import type { GameEvent } from '../../wire/events';
import { isBattle, isDraft, isRoll, type View } from '../../wire/view';
import type { Points } from '../../wire/wire.gen';

/** What the learner sees in a turn: the words that can be taken, those on the own plate and on those of the others. */
export interface Moment {
  view: View;
  me: number;
  hand: string[];
  plate: string[];
  others: string[];
  /** The events about the learner. */
  mine: GameEvent[];
  /** Whether a word is counted as one of these dishes. */
  isOne: (dishes: readonly string[]) => (word: string) => boolean;
}

export type Place = 'hand' | 'plate' | 'others';

export interface Step {
  /** Its text is `learn.lesson.LESSON.NAME`. */
  name: string;
  /** Whether it can be told; left out: always. */
  when?: (moment: Moment) => boolean;
  /** The dishes that it is about: it is told when one of them can be seen. */
  dishes?: readonly string[];
  /** Where the dishes must be; left out: anywhere, preferably in hand. */
  where?: Place;
  /** What it points at besides dishes, as a selector. */
  at?: string;
}

export interface Lesson {
  /** The dish that stands for it. */
  picture: string;
  steps: readonly Step[];
}

const NIGIRI = ['nigiri'];
const OWN_HAND = '.hand .cards';

const wasabiWaits = ({ plate, mine }: Moment) =>
  plate.filter((word) => word === 'wasabi').length > mine.filter((event) => event.dipped).length;
const isLater = ({ view }: Moment) => view.turn > 1;
const inControl = ({ view, me }: Moment) => isDraft(view) && view.controller === me;

function dessertLesson(dessert: string, ...between: Step[]): Lesson {
  const dishes = [dessert];
  return { picture: dessert, steps: [{ name: 'card', dishes, where: 'hand' }, ...between, { name: 'score', dishes }] };
}

/** By name. In each turn the first step is told that was not told and applies, what is in hand before what lies on plates. */
export const LESSONS: Record<string, Lesson> = {
  first: {
    picture: 'salmon',
    steps: [
      { name: 'pick', when: (moment) => !isLater(moment), at: OWN_HAND },
      { name: 'wasabi', dishes: ['wasabi'] },
      { name: 'pass', when: ({ view }) => view.turn > view.seats, at: '.pass' },
      { name: 'chopsticks', dishes: ['chopsticks'] },
      { name: 'pudding', dishes: ['pudding'] },
      { name: 'dumplings', dishes: ['dumpling'] },
      { name: 'nigiri', dishes: NIGIRI },
      { name: 'maki', dishes: ['maki'] },
      { name: 'sets', dishes: ['tempura', 'sashimi'] },
    ],
  },
  helpers: {
    picture: 'chopsticks',
    steps: [
      { name: 'chopsticks', dishes: ['chopsticks'], where: 'hand' },
      { name: 'dipped', when: ({ mine }) => mine.some((event) => event.dipped), dishes: ['wasabi'], where: 'plate' },
      { name: 'nigiri', when: wasabiWaits, dishes: NIGIRI, where: 'hand' },
      {
        name: 'two',
        when: ({ plate, hand, isOne }) => plate.includes('chopsticks') && hand.some(isOne(NIGIRI)),
        dishes: ['wasabi'],
        where: 'hand',
      },
      { name: 'wasabi', dishes: ['wasabi'], where: 'hand' },
      { name: 'back', when: ({ mine }) => mine.some(({ event }) => event === 'chopsticks'), at: '.pass' },
    ],
  },
  roll: {
    picture: 'maki3',
    steps: [
      { name: 'keep', at: '.own' },
      { name: 'slide', when: isLater, at: '.own' },
      { name: 'wasabi', dishes: ['wasabi'], where: 'hand' },
      {
        name: 'menu',
        when: ({ view, me }) => isRoll(view) && view.tokens[me]!.menu > 0,
        at: '.purse [data-token=menu]',
      },
      {
        name: 'swap',
        when: ({ view, me }) => isRoll(view) && view.tokens[me]!.chopsticks > 0,
        at: '.purse [data-token=chopsticks]',
      },
    ],
  },
  battle: {
    picture: 'back',
    steps: [
      { name: 'free', at: '.pyramid .free' },
      { name: 'chopsticks', dishes: ['chopsticks'] },
      { name: 'covered', at: '.pyramid .covered:not(.back)' },
      { name: 'down', at: '.pyramid .back' },
    ],
  },
  dummy: {
    picture: 'wasabi',
    steps: [
      { name: 'serve', when: inControl, at: '.whom' },
      { name: 'other', when: (moment) => !inControl(moment), at: OWN_HAND },
      { name: 'plate', when: isLater, at: '.others .other:last-child' },
    ],
  },
  strawberry: dessertLesson('strawberry', {
    name: 'squishy',
    when: ({ view }) => !isRoll(view) && view.squishy != null,
    at: '[data-dish=squishy]',
  }),
  yogurt: dessertLesson('yogurt', {
    name: 'thawed',
    when: ({ plate, others }) => [...plate, ...others].some((word) => /^yogurt\d/.test(word)),
    at: '.group:has([data-dish^=yogurt])',
  }),
  tea: dessertLesson('tea'),
  pudding: dessertLesson('pudding'),
  mochi: dessertLesson('mochi', { name: 'die', when: isLater, at: '.plate .player-die' }),
};

/** What the learner of a game sees. */
export function momentOf(view: View, me: number, events: GameEvent[], points: Pick<Points, 'nigiri'>): Moment {
  const plates = Array.from({ length: view.scores.length }, (_, who) => wordsOf(view, who));
  return {
    view,
    me,
    hand: handOf(view, me),
    plate: plates[me] ?? [],
    others: plates.filter((_, who) => who !== me).flat(),
    mine: events.filter((event) => event.who === me),
    isOne: (dishes) => (word) => dishes.includes(dishOf(word, points)),
  };
}

function handOf(view: View, me: number): string[] {
  if (isRoll(view)) return (view.belts[me] ?? []).filter((face) => face !== null);
  if (isBattle(view)) return freeCards(view).map((card) => card.dish);
  return view.hands[me] ?? [];
}

function wordsOf(view: View, who: number): string[] {
  if (isRoll(view)) return view.trays[who] ?? [];
  return [...(view.plates[who] ?? []), ...(view.desserts[who] ?? [])];
}

/** Where a dish of a step is that can be pointed at; null if none is there. A step without dishes counts as in hand. */
export function placeOf(step: Step, moment: Moment): Place | null {
  const { dishes } = step;
  if (!dishes) return 'hand';
  const places: Place[] = step.where ? [step.where] : ['hand', 'plate', 'others'];
  return places.find((place) => moment[place].some(moment.isOne(dishes))) ?? null;
}

/** The next step to tell; null if there is none now. */
export function nextStep(lesson: Lesson, told: readonly string[], moment: Moment): Step | null {
  const open = lesson.steps.filter((step) => !told.includes(step.name) && (step.when?.(moment) ?? true));
  for (const place of ['hand', 'plate', 'others'] as const) {
    const found = open.find((step) => placeOf(step, moment) === place);
    if (found) return found;
  }
  return null;
}

/** The parts of the page where dishes lie, by place. */
const PARTS: Record<Place, string> = {
  hand: ':is(.hand .cards:not(.ghost) .card, .pyramid .free, .own .die)',
  plate: ':is(.plate, .side.me, .kept) .group',
  others: ':is(.other, .side.foe) .group',
};

/** The words of the dishes that a step points at. */
export function wordsAt(step: Step, moment: Moment): string[] {
  const place = placeOf(step, moment);
  return step.dishes && place ? [...new Set(moment[place].filter(moment.isOne(step.dishes)))] : [];
}

/** The selector of what a step points at. */
export function pointsAt(step: Step, moment: Moment): string {
  if (!step.dishes) return step.at ?? '';
  const part = PARTS[placeOf(step, moment) ?? 'hand'];
  return wordsAt(step, moment)
    .map((word) => `${part}:has([data-dish=${word}])`)
    .join(', ');
}
