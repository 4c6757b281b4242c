import { defineMessages } from './define-messages.ts';

/** The search for anything. */
export const searchMessages = defineMessages({
  'search.title': ['Search', 'Suche'],
  'search.keys': ['Ctrl K', 'Strg K'],
  'search.label': ['Search everything', 'Alles durchsuchen'],
  'search.placeholder': [
    'External id, title, city, name or any id',
    'Externe ID, Titel, Ort, Name oder eine beliebige ID',
  ],
  'search.found': ['Results', 'Ergebnisse'],
  'search.count': ['{count} results', '{count} Ergebnisse'],
  'search.page': ['Page', 'Seite'],
  'search.contactsCut': [
    'Only the 1,000 newest contacts are searched.',
    'Nur die 1.000 neuesten Ansprechpartner werden durchsucht.',
  ],
});
