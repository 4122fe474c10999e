import { loadCatalogue, wantedLanguage } from './lib/catalogues';

// Only the texts of one language are fetched, at the same time as all else, which index.html preloads.
const language = wantedLanguage();
document.documentElement.lang = language;
await loadCatalogue(language);
await import('./start');
