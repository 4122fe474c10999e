// Calls between a page and its workers: one side asks by name, the other answers, and either can tell news.
import { Refusal } from '../source/refusal';
import type { Problem } from '../wire/wire.gen';

/** The functions that one side offers; the last argument is a signal that aborts when the call is cancelled. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Offered = Record<string, (...args: any[]) => unknown>;

type WithoutSignal<Args> = Args extends [...infer Rest, AbortSignal] ? Rest : Args;
type ArgsOf<Call> = Call extends (...args: infer Args) => unknown ? WithoutSignal<Args> : never;
type ResultOf<Call> = Call extends (...args: never[]) => infer Result ? Promise<Awaited<Result>> : never;

type Message =
  | { id: number; name: string; args: unknown[] }
  | { id: number; cancel: true }
  | { id: number; result: unknown }
  | { id: number; problem: Problem }
  | { news: unknown };

/** Where messages come from and go to: a worker, or in a worker its own scope. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (problem: unknown) => void;
}

/** The asking side of a port. */
export class Caller<Functions extends Offered, News = never> {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(
    private readonly port: Port,
    private readonly onnews: (news: News) => void = () => undefined,
  ) {
    port.onmessage = ({ data }: MessageEvent<Message>) => this.receive(data);
  }

  /** Call a function of the other side. A `Refusal` says why it was not done. */
  ask<Name extends keyof Functions & string>(name: Name, ...args: ArgsOf<Functions[Name]>): ResultOf<Functions[Name]> {
    return this.askUntil(undefined, name, ...args);
  }

  /** The same; when the signal aborts, the other side is told, and may answer with what it has. */
  askUntil<Name extends keyof Functions & string>(
    signal: AbortSignal | undefined,
    name: Name,
    ...args: ArgsOf<Functions[Name]>
  ): ResultOf<Functions[Name]> {
    const id = ++this.last;
    const cancel = () => this.port.postMessage({ id, cancel: true });
    signal?.addEventListener('abort', cancel, { once: true });
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.port.postMessage({ id, name, args });
    return answer.finally(() => signal?.removeEventListener('abort', cancel)) as ResultOf<Functions[Name]>;
  }

  /** Fail all calls that wait: the other side has died. */
  fail(problem: Problem): void {
    for (const { reject } of this.waiting.values()) reject(new Refusal(problem));
    this.waiting.clear();
  }

  private receive(message: Message): void {
    if ('news' in message) return this.onnews(message.news as News);
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('problem' in message) asked?.reject(new Refusal(message.problem));
    else if ('result' in message) asked?.resolve(message.result);
  }
}

/** Answer the calls that come in at a port, once `ready` has what the functions need. Returns how to tell news. */
export function answerCalls(port: Port, ready: Promise<Offered>): (news: unknown) => void {
  const running = new Map<number, AbortController>();
  port.onmessage = async ({ data }: MessageEvent<Message>) => {
    if ('cancel' in data) return running.get(data.id)?.abort();
    if (!('name' in data)) return;
    const control = new AbortController();
    running.set(data.id, control);
    port.postMessage(await answer(data, ready, control.signal));
    running.delete(data.id);
  };
  return (news) => port.postMessage({ news });
}

async function answer(
  { id, name, args }: { id: number; name: string; args: unknown[] },
  ready: Promise<Offered>,
  signal: AbortSignal,
): Promise<Message> {
  try {
    return { id, result: await (await ready)[name]!(...args, signal) };
  } catch (error) {
    return { id, problem: signal.aborted ? CANCELLED : problemOf(error) };
  }
}

/** Nobody waits for the answer of a call that was cancelled. */
const CANCELLED: Problem = { code: 'cancelled', params: {} };

/** What is said of an error: its code and parameters if it has them, as those of the rules do. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  const { code, params } = error as { code?: unknown; params?: Problem['params'] };
  if (typeof code === 'string' && params) return { code, params };
  console.error(error);
  return { code: 'device-fault', params: {} };
}
