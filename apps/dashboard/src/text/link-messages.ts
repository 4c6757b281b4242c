import { defineMessages } from './define-messages.ts';

/** Texts of pages that a dashboard link has opened. */
export const linkMessages = defineMessages({
  'link.over': ['This page has ended', 'Diese Seite ist abgelaufen'],
  'link.overText': [
    'Go back to the software in which you opened the page, and open it there again.',
    'Gehen Sie zurück zu der Software, in der Sie die Seite geöffnet haben, und öffnen Sie sie dort erneut.',
  ],
  'link.back': ['Back', 'Zurück'],
  'link.pages': ['Pages', 'Seiten'],
});
