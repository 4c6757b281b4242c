import { describe, expect, it } from 'vitest';
import { preferredLanguage, problemPage } from './problem-page.ts';
import { PROBLEM_TEXTS } from './problem-texts.ts';
import type { SignInReason } from './problem.ts';

const REASONS = Object.keys(PROBLEM_TEXTS) as SignInReason[];
const pageFor = (reason: SignInReason, language?: string) =>
  problemPage(reason, { headers: language === undefined ? {} : { 'accept-language': language } });

describe('the page of a sign-in that failed', () => {
  it.each(REASONS)('the page of a sign-in that failed (%s) is in German for who prefers it', (reason) => {
    const german = pageFor(reason, 'de-DE,de;q=0.9,en;q=0.5');
    const english = pageFor(reason, 'en');
    expect(german.raw?.body).toContain('<html lang="de">');
    expect(german.raw?.body).toContain(PROBLEM_TEXTS[reason].de.title);
    expect(english.raw?.body).toContain('<html lang="en">');
    expect(english.raw?.body).toContain(PROBLEM_TEXTS[reason].en.title);
    expect(german.status).toBe(english.status);
    expect(german.headers).toMatchObject({ 'content-language': 'de', vary: 'Accept-Language' });
  });

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['en-GB,de;q=0.9', 'en'],
    ['de;q=0.2, en;q=0.3', 'en'],
    ['de;q=0.3, en;q=0.2', 'de'],
    ['fr, de, en', 'de'],
    ['fr, en, de', 'en'],
    ['de;q=0', 'en'],
    ['de;q=x', 'en'],
    ['<script>', 'en'],
  ] as const)('the language for Accept-Language %s is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});
