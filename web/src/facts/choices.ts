// The choice of a setting. What follows from each answer is looked up in a table that the rules have made.
import type { Choices, OptionLine, Problem, SettingChoice } from '../wire/wire.gen';
import facts from './choices.gen.json';

export type Question = keyof SettingChoice;
type Answer = OptionLine['word'];

/** By answer to a question: the number of the problem, if the rules exclude it, and of the setting that follows. */
interface Options {
  readonly problems: (number | null)[];
  readonly next: number[];
}

interface Table {
  /** Every setting that the rules allow. */
  readonly settings: SettingChoice[];
  /** The answers of each menu. */
  readonly answers: Record<string, Record<Question, Answer[]>>;
  /** By setting. */
  readonly options: Record<Question, Options>[];
  readonly problems: Problem[];
  /** The usual setting of each menu for a number of seats. */
  readonly usual: Record<string, Record<string, number>>;
}

const table = facts as Table;
const QUESTIONS = Object.keys(table.settings[0]!) as Question[];

/** The setting if the rules allow it; else the usual one of its menu and seats, with as many of its answers as can be. */
export function allowed(wanted: SettingChoice): SettingChoice {
  if (numberOf(wanted) !== null) return wanted;
  const menu = table.usual[wanted.menu] ?? Object.values(table.usual)[0]!;
  const usual = table.settings[menu[wanted.seats] ?? Object.values(menu)[0]!]!;
  return (['dessert', 'variant', 'must_have_maki'] as const).reduce<SettingChoice>(
    (setting, question) => withAnswer(setting, question, wanted[question] ?? null),
    usual,
  );
}

/** The setting with another answer, if the rules allow that. */
function withAnswer(setting: SettingChoice, question: Question, answer: Answer): SettingChoice {
  const open = choicesWith(setting)[question].some(({ word, problem }) => word === answer && !problem);
  return open ? changedTo(setting, question, answer) : setting;
}

/** The options that there are with a setting which the rules allow. */
export function choicesWith(setting: SettingChoice): Choices {
  const options = table.options[numberOf(setting)!]!;
  const lines = (question: Question): OptionLine[] =>
    answersOf(setting, question).map((word, place) => {
      const problem = options[question].problems[place] ?? null;
      return { word, problem: problem === null ? null : table.problems[problem]! };
    });
  const byQuestion = Object.fromEntries(QUESTIONS.map((question) => [question, lines(question)]));
  return { setting, ...(byQuestion as Record<Question, OptionLine[]>) };
}

/** The allowed setting nearest to another one that the rules allow, if a question is answered differently. */
export function changedTo(setting: SettingChoice, question: Question, answer: Answer): SettingChoice {
  const { next } = table.options[numberOf(setting)!]![question];
  return table.settings[next[answersOf(setting, question).indexOf(answer)]!]!;
}

function answersOf({ menu }: SettingChoice, question: Question): Answer[] {
  return table.answers[menu]![question];
}

/** The number of a setting in the table, or null if the rules do not allow it. */
function numberOf(setting: SettingChoice): number | null {
  const found = table.settings.findIndex((each) => QUESTIONS.every((question) => each[question] === setting[question]));
  return found < 0 ? null : found;
}
