import { defineMessages } from './define-messages.ts';

/** Texts of the search. */
export const searchMessages = defineMessages({
  'search.title': ['Search', 'Suche'],
  'search.keys': ['Ctrl K', 'Strg K'],
  'search.label': ['Search everything', 'Alles durchsuchen'],
  'search.placeholder': [
    'Object number, title, city, name or any id',
    'Objektnummer, Titel, Ort, Name oder eine beliebige ID',
  ],
  'search.found': ['Results', 'Ergebnisse'],
  'search.count': ['{count} {count|result|results}', '{count} {count|Ergebnis|Ergebnisse}'],
  'search.page': ['Page', 'Seite'],
});
