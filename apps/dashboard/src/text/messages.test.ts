import { describe, expect, it } from 'vitest';
import { activityMessages } from './activity-messages.ts';
import { closingMessages } from './closing-messages.ts';
import { accountMessages } from './account-messages.ts';
import { consoleMessages } from './console-messages.ts';
import { firstStepsMessages } from './first-steps-messages.ts';
import { importMessages } from './import-messages.ts';
import { importReasonMessages } from './import-reason-messages.ts';
import { importRemedyMessages } from './import-remedy-messages.ts';
import { inLanguage, messageIn, messages } from './messages.ts';
import { targetSettingsMessages } from './target-settings-messages.ts';
import { photoMessages } from './photo-messages.ts';
import { privacyMessages } from './privacy-messages.ts';
import { problemMessages } from './problem-messages.ts';
import { publishingMessages } from './publishing-messages.ts';
import { requestMessages } from './request-messages.ts';
import { statisticsMessages } from './statistics-messages.ts';
import { stillOnlineMessages } from './still-online-messages.ts';
import { traceMessages } from './trace-messages.ts';

/** A number before a word in the plural, unless it is a part of a whole: `2 of {count} steps`. */
const ALWAYS_PLURAL = /(?<!\bof )\{(?:count|requests|emails|events|deliveries|calls|objects)\} [a-z]+s\b/;

describe('texts with numbers', () => {
  it('a text has one word for one thing and another for several, in both languages', () => {
    expect(messageIn('en', 'search.count', { count: 1 })).toBe('1 result');
    expect(messageIn('en', 'search.count', { count: 0 })).toBe('0 results');
    expect(messageIn('de', 'search.count', { count: 1 })).toBe('1 Ergebnis');
    expect(messageIn('de', 'search.count', { count: 21 })).toBe('21 Ergebnisse');
    expect(inLanguage('en', ['{a} {a|call is|calls are} {b}', ''], { a: 1, b: '1' })).toBe('1 call is 1');
  });

  it('no text has a word in the plural after a number that may be one', () => {
    const ofImports = { ...importMessages, ...importReasonMessages, ...importRemedyMessages };
    const ofPages = {
      ...activityMessages,
      ...closingMessages,
      ...accountMessages,
      ...consoleMessages,
      ...firstStepsMessages,
      ...ofImports,
      ...photoMessages,
      ...targetSettingsMessages,
      ...privacyMessages,
      ...problemMessages,
      ...publishingMessages,
      ...requestMessages,
      ...statisticsMessages,
      ...stillOnlineMessages,
      ...traceMessages,
    };
    const all = Object.entries({ ...messages, ...ofPages });
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(([, [en]]) => ALWAYS_PLURAL.test(en)).map(([key]) => key)).toEqual([]);
  });
});
