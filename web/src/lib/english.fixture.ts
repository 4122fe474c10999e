// Tests speak English.
import { loadCatalogue } from './catalogues';

await loadCatalogue('en');
