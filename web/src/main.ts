import { loadCatalogue, wantedLanguage } from './lib/catalogues';

// Only the texts of one language are fetched, at the same time as all else, which index.html preloads.
const language = wantedLanguage();
document.documentElement.lang = language;
try {
  await loadCatalogue(language);
  await import('./start');
} catch (problem) {
  // There are no texts in any language to say it with.
  document.getElementById('app')!.textContent = 'Okawari could not be loaded. Please reload the page.';
  throw problem;
}
