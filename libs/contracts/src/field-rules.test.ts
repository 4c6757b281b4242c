import { expect, it } from 'vitest';
import { ApiKeyInput } from './account.ts';
import { filledLine, filledText, optionalLine, optionalText } from './field-rules.ts';

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
