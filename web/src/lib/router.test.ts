import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changeQuery,
  currentFragment,
  currentPath,
  currentQuery,
  followLink,
  fullAddress,
  href,
  navigate,
} from './router.svelte';

beforeEach(() => {
  document.head.innerHTML = document.body.innerHTML = '';
  history.replaceState(null, '', '/');
  navigate('/', { replace: true });
});

/** Click a link; whether the router took it, so that the browser does not load its page. */
function click(attributes: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = `<a ${attributes}><b>text</b></a>`;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, 'target', { value: document.querySelector('b') });
  followLink(event);
  return event.defaultPrevented;
}

test('links within the site change the page without a reload', () => {
  expect(click('href="/new?mode=bots"')).toBe(true);
  expect(currentPath()).toBe('/new');
  expect(location.search).toBe('?mode=bots');
});

test('the key of an invitation stays in the address', () => {
  click('href="/t/abc#key"');
  expect(location.hash).toBe('#key');
});

test.each([
  ['another site', 'href="https://example.org/new"'],
  ['a new tab', 'href="/new" target="_blank"'],
  ['a download', 'href="/new" download'],
  ['the API', 'href="/api/tables/x/record"'],
  ['a chapter of the same page', 'href="/#scoring"'],
])('links to %s are left to the browser', (_, attributes) => {
  expect(click(attributes)).toBe(false);
  expect(currentPath()).toBe('/');
});

test('a click with a modifier opens a tab, as everywhere', () => {
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    expect(click('href="/new"', { [key]: true })).toBe(false);
  expect(click('href="/new"', { button: 1 })).toBe(false);
});

test('a new page begins at its top, and the old one remembers where it was left', () => {
  const scroll = vi.spyOn(window, 'scrollTo');
  const replace = vi.spyOn(history, 'replaceState');
  vi.stubGlobal('scrollY', 700);
  navigate('/watch');
  expect(scroll).toHaveBeenLastCalledWith(0, 0);
  expect(replace).toHaveBeenLastCalledWith({ y: 700 }, '');
  vi.unstubAllGlobals();
});

test('a page that replaces another adds no step to the history', () => {
  const before = history.length;
  navigate('/pad', { replace: true });
  expect(currentPath()).toBe('/pad');
  expect(history.length).toBe(before);
});

test('parameters change without a step in the history', () => {
  navigate('/replay/abc?frame=1#part');
  const before = history.length;
  changeQuery('?frame=2');
  expect(location.pathname + location.search).toBe('/replay/abc?frame=2');
  expect(history.length).toBe(before);
});

test('on a server, addresses are paths', () => {
  expect(href('/t/abc#key')).toBe('/t/abc#key');
  expect(href('#main')).toBe('#main');
  expect(fullAddress('/t/abc#key')).toBe(`${location.origin}/t/abc#key`);
});

describe('on a static site in a folder', () => {
  beforeEach(() => {
    document.head.innerHTML = '<meta name="okawari-site" content="" />';
    history.replaceState(null, '', '/some/folder/');
    navigate('/', { replace: true });
  });

  const link = (to: string) => `href="${href(to)}"`;

  /** The reader goes back, or types another address. */
  function arrive(hash: string) {
    history.replaceState(null, '', `/some/folder/${hash}`);
    dispatchEvent(new PopStateEvent('popstate'));
  }

  test('addresses follow the # and stay in the folder', () => {
    expect(click(link('/new?mode=bots'))).toBe(true);
    expect(currentPath()).toBe('/new');
    expect(currentQuery().get('mode')).toBe('bots');
    expect(currentFragment()).toBe('');
    expect(location.pathname + location.search + location.hash).toBe('/some/folder/#/new?mode=bots');
  });

  test('an address has its own fragment, and only one #', () => {
    navigate('/take?x=1#data');
    expect(location.hash).toBe('#/take?x=1%23data');
    expect([currentPath(), currentQuery().get('x'), currentFragment()]).toEqual(['/take', '1', 'data']);
    expect(fullAddress('/take#data')).toBe(`${location.origin}/some/folder/#/take%23data`);
  });

  test.each([
    ['', '/', ''],
    ['#/', '/', ''],
    ['#/pad', '/pad', ''],
    ['#/take#data', '/take', 'data'],
    ['#/take%23data', '/take', 'data'],
    ['#part', '/', 'part'],
  ])('the address %j is understood', (hash, path, fragment) => {
    arrive(hash);
    expect([currentPath(), currentFragment()]).toEqual([path, fragment]);
  });

  test('a link to a part of the page keeps the page and moves the focus', () => {
    navigate('/learn/sushi-roll?x=1');
    const to = href('#scoring');
    expect(to).toBe('#/learn/sushi-roll?x=1%23scoring');
    document.body.innerHTML = `<a href="${to}"><b>text</b></a><section id="scoring"></section>`;
    const part = document.getElementById('scoring')!;
    const [focus, scroll] = [vi.spyOn(part, 'focus'), vi.spyOn(part, 'scrollIntoView')];
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'target', { value: document.querySelector('b') });
    followLink(event);
    expect([currentPath(), currentQuery().get('x')]).toEqual(['/learn/sushi-roll', '1']);
    expect(focus).toHaveBeenCalledOnce();
    expect(scroll).toHaveBeenCalledOnce();
    expect(part.hasAttribute('tabindex')).toBe(false);
  });

  test('parameters change within the #', () => {
    navigate('/replay/file');
    changeQuery('?frame=2');
    expect(location.hash).toBe('#/replay/file?frame=2');
  });

  test('links out of the folder are left to the browser', () => {
    expect(click('href="/other/"')).toBe(false);
    expect(click('href="https://example.org/#/new"')).toBe(false);
  });
});
