import { describe, expect, it } from 'vitest';
import { shownLine, shownText } from './shown-text.ts';

describe('the text of an email as it is shown', () => {
  it('the text of an email as it is shown keeps its lines and tabs and loses other control characters', () => {
    expect(shownText('a\r\nb\rc\td\0\x1b[31m\x9be')).toBe('a\nb\nc\td[31me');
  });
});

describe('the name of an attachment as it is shown', () => {
  it('the name of an attachment as it is shown is one line of at most so many characters', () => {
    expect(shownLine(' a\r\n\tb\0c ', 300)).toBe('a bc');
    expect(shownLine('x'.repeat(1000), 300)).toHaveLength(300);
    expect(shownLine('😀'.repeat(10), 3)).toBe('😀\uFFFD');
  });

  it('the name of an attachment as it is shown cannot turn its direction to pretend another ending', () => {
    expect(shownLine('invoice\u202Efdp.exe', 300)).toBe('invoicefdp.exe');
  });
});
