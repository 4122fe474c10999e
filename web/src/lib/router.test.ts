import { beforeEach, expect, test, vi } from 'vitest';
import { currentPath, followLink, navigate } from './router.svelte';

beforeEach(() => {
  navigate('/', { replace: true });
  document.body.innerHTML = '';
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
