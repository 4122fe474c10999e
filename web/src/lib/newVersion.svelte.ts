// The page on this device: a service worker keeps it for when there is no net, and fetches new versions of it.
//
// Over plain http there is no service worker, except on the machine of the server itself. Then nothing of this happens.
import type { Message } from '../offline/messages';
import { whenIdle } from './idle';
import { hasServer } from './site';

/** Milliseconds after which a reader who has not begun to play may still be about to: all files of the page can wait. */
const FIRST_VISIT = 20_000;
/** Milliseconds from one look for a new version to the next; browsers also look whenever the page is loaded. */
const LOOK_AGAIN = 3_600_000;

const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
let registration: ServiceWorkerRegistration | null = null;
let started = false;
let looked = Date.now();
let ready = $state(false);
let declined = $state(false);
let playing = $state(false);

/** Begin once the page is shown: at once if it came from the service worker, else when the reader has played or waited. */
export function keepOnDevice(): void {
  if (workers?.controller) startKeeping();
  else setTimeout(startKeeping, FIRST_VISIT);
}

/** Let the service worker fetch all files of the page, unless it has begun already. */
export function startKeeping(): void {
  if (started || !workers || !import.meta.env.PROD) return;
  started = true;
  whenIdle(() => void register(workers));
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  let isFirst = !workers.controller;
  workers.addEventListener('controllerchange', () => {
    // Not for the first time: the reader has agreed to the new version in another tab.
    ready ||= !isFirst;
    isFirst = false;
  });
  try {
    registration = await workers.register(fileBeside('sw.js'), { updateViaCache: 'none' });
  } catch {
    // Storage is full or forbidden, or there is no net.
    return;
  }
  if (registration.active) tell(registration.active, 'delete-old');
  registration.addEventListener('updatefound', () => void noteNewVersion(workers));
  void noteNewVersion(workers);
  setInterval(look, LOOK_AGAIN);
  document.addEventListener('visibilitychange', () => Date.now() - looked > LOOK_AGAIN && look());
}

/** The address of a file beside index.html; on a server, index.html is at many paths. */
const fileBeside = (name: string) => (hasServer() ? `/${name}` : name);

const tell = (worker: ServiceWorker, message: Message) => worker.postMessage(message);

function look(): void {
  if (document.hidden) return;
  looked = Date.now();
  registration?.update().catch(() => undefined);
}

async function noteNewVersion(workers: ServiceWorkerContainer): Promise<void> {
  await installed();
  ready ||= Boolean(registration?.waiting && workers.controller);
}

/** Wait until the service worker that is being installed has all files, or has failed. */
function installed(): Promise<void> {
  return until(registration?.installing, (state) => state !== 'installing');
}

function until(worker: ServiceWorker | null | undefined, isSo: (state: ServiceWorkerState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => (!worker || isSo(worker.state)) && resolve();
    worker?.addEventListener('statechange', look);
    look();
  });
}

/** Whether to offer a new version: it is ready, and no game is being played. */
export function isNewVersionOffered(): boolean {
  return ready && !playing && !declined;
}

/** Say no more of the new version; the page has it when it is next opened. */
export function declineNewVersion(): void {
  declined = true;
}

/** Tell whether a game is being played, which nothing may interrupt. */
export function notePlaying(now: boolean): void {
  playing = now;
}

/** Load the page again, in the new version. Other tabs stay as they are. */
export async function takeNewVersion(): Promise<void> {
  const waiting = registration?.waiting;
  if (waiting) {
    tell(waiting, 'activate');
    await until(waiting, (state) => state === 'activated' || state === 'redundant');
  }
  location.reload();
}

/** Load the page again, in the newest version that there is: this one does not work. */
export async function loadNewest(): Promise<void> {
  try {
    registration ??= (await workers?.getRegistration()) ?? null;
    await registration?.update();
    await installed();
  } catch {
    // There is no net.
  }
  await takeNewVersion();
}
