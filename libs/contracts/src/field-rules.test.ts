import { expect, it } from 'vitest';
import { ApiKeyInput } from './account.ts';
import { ContactFields } from './contact.ts';
import { filledLine, filledText, optionalLine, optionalText } from './field-rules.ts';
import { problemsOf } from './problems.ts';
import { ReadSettings } from './read-settings.ts';

const FILLED = [filledText(50), filledLine(50)];
const OPTIONAL = [optionalText(50), optionalLine(50)];
const RULES = [...FILLED, ...OPTIONAL];

it.each(['\u200B', ' \u00A0\u200B ', '\u2060\uFEFF', '\u00AD', '\u3164', '\u2800', '\u0000\u0007'])(
  'a text of invisible characters is refused where one is required, and only there: %j',
  (text) => {
    for (const rule of FILLED) expect(rule.safeParse(text).success).toBe(false);
    for (const rule of OPTIONAL) expect(rule.safeParse(text).success).toBe(true);
  },
);

it('an empty value of estate software can be invisible, but not blank', () => {
  const accepts = (value: string) => ReadSettings.safeParse({ emptyValues: [value] }).success;
  expect(['\u200B', '\u2060\uFEFF', '-'].filter(accepts)).toHaveLength(3);
  expect(['', ' \t', '\u200B\n'].filter(accepts)).toEqual([]);
});

it('a website that is too long is refused for its length when it is encoded', () => {
  const website = `https://example.org/${'ä'.repeat(100)}`;
  const contact = { email: 'anna@example.org', lastName: 'Beispiel', website };
  const { error } = ContactFields.safeParse(contact);
  expect(error && problemsOf(error, contact)).toMatchObject([
    { message: 'website must have at most 300 characters when it is encoded', code: 'too-big' },
  ]);
});

it('a blank text has one problem', () => {
  for (const rule of RULES) expect(rule.safeParse(' \t').error?.issues).toHaveLength(1);
});

it.each(['.', 'a\u200Bb', '👩‍👧', '\u200F\u05D0'])(
  'a text with a visible character is accepted: %j',
  (text) => {
    for (const rule of RULES) expect(rule.safeParse(text).success).toBe(true);
  },
);

it.each(['2999-11-01T08:30:00Z', '2999-11-01T08:30:00+01:00'])('an API key can expire at %s', (expiresAt) => {
  expect(ApiKeyInput.safeParse({ expiresAt }).success).toBe(true);
});
