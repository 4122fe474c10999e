// The explanations of a first round, and when each is shown.

/** What the reader of a first game sees. */
export interface Moment {
  hand: string[];
  plate: string[];
  /** How often hands have been passed. */
  turns: number;
  dipped: boolean;
  scored: boolean;
}

export interface Lesson {
  name: string;
  picture: string;
  when: (moment: Moment) => boolean;
  /** Whether it is about what lies above the reader's plate. */
  above?: boolean;
}

const sees = (word: string) => (moment: Moment) => moment.hand.includes(word) || moment.plate.includes(word);

/** The first that applies is shown; cards that never appear are explained late in the round. */
export const LESSONS: readonly Lesson[] = [
  { name: 'bill', picture: 'boat', when: (moment) => moment.scored },
  { name: 'pick', picture: 'salmon', when: (moment) => moment.turns === 0 },
  { name: 'pass', picture: 'maki1', when: (moment) => moment.turns === 1, above: true },
  { name: 'dipped', picture: 'squid', when: (moment) => moment.dipped },
  { name: 'wasabi', picture: 'wasabi', when: (moment) => sees('wasabi')(moment) || moment.turns >= 6 },
  { name: 'chopsticks', picture: 'chopsticks', when: (moment) => sees('chopsticks')(moment) || moment.turns >= 6 },
  { name: 'sets', picture: 'tempura', when: (moment) => moment.turns >= 2 },
  { name: 'maki', picture: 'maki3', when: (moment) => moment.turns >= 3, above: true },
  { name: 'dumplings', picture: 'dumpling', when: (moment) => moment.turns >= 4 },
  { name: 'pudding', picture: 'pudding', when: (moment) => moment.turns >= 4 },
];
