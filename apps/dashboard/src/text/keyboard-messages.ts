import { defineMessages } from './define-messages.ts';

/** Texts of the shortcuts and their help. */
export const keyboardMessages = defineMessages({
  'keys.title': ['Keyboard shortcuts', 'Tastenkürzel'],
  'keys.anywhere': ['On every page', 'Auf jeder Seite'],
  'keys.go': ['Go to', 'Gehe zu'],
  'keys.help': ['Show this list', 'Diese Liste anzeigen'],
  'keys.search': ['Search this page, or everything', 'Auf dieser Seite oder alles durchsuchen'],
  'keys.searchAll': ['Search everything, also while typing', 'Alles durchsuchen, auch während der Eingabe'],
  'keys.create': ['Create something on a list page', 'In einer Liste etwas anlegen'],
  'keys.nextRow': ['Next row', 'Nächste Zeile'],
  'keys.previousRow': ['Previous row', 'Vorherige Zeile'],
  'keys.openRow': ['Open the row', 'Zeile öffnen'],
  'keys.close': ['Close a dialog or the menu', 'Dialog oder Menü schließen'],
  'keys.mod': ['Ctrl', 'Strg'],
  'keys.enter': ['Enter', 'Eingabe'],
  'keys.escape': ['Esc', 'Esc'],
  'keys.on': ['Use single-key shortcuts', 'Tastenkürzel mit einzelnen Tasten verwenden'],
  'keys.onText': [
    'Turn them off if you use voice control. They are never active while you type.',
    'Schalten Sie sie bei Sprachsteuerung aus. Während einer Eingabe sind sie nie aktiv.',
  ],
});
