import type { HttpAnswer, HttpHead } from '@estate/http';
import { PAGE_HEADERS, personPage } from '../../edge/pages/person-page.ts';
import { DASHBOARD_PATH } from './addresses.ts';
import type { SignInReason } from './problem.ts';
import { PROBLEM_TEXTS } from './problem-texts.ts';
import type { Language } from './problem-texts.ts';

const STATUSES: Readonly<Record<SignInReason, number>> = {
  unknown: 404,
  'started-elsewhere': 400,
  expired: 400,
  used: 400,
  changed: 400,
  cancelled: 403,
  refused: 502,
  'provider-unavailable': 503,
  'email-unverified': 403,
  'email-unusable': 403,
  'not-invited': 403,
  'address-unknown': 503,
  'too-many-attempts': 429,
};

const UNAVAILABLE_SECONDS = 10;

const LINK: Readonly<Record<Language, string>> = { en: 'Go to the dashboard', de: 'Zum Dashboard' };

/** The page for a person whose sign-in failed, in the preferred language of the browser. */
export function problemPage(
  reason: SignInReason,
  { headers }: Pick<HttpHead, 'headers'>,
  retryAfterSeconds?: number,
): HttpAnswer {
  const status = STATUSES[reason];
  const wait = retryAfterSeconds ?? (status === 503 ? UNAVAILABLE_SECONDS : undefined);
  const language = preferredLanguage(headers['accept-language']);
  const link = { href: DASHBOARD_PATH, text: LINK[language] };
  const body = personPage({ ...PROBLEM_TEXTS[reason][language], link, language });
  return {
    status,
    raw: { mediaType: 'text/html; charset=utf-8', body },
    headers: {
      ...PAGE_HEADERS,
      'content-language': language,
      vary: 'Accept-Language',
      ...(wait !== undefined && { 'retry-after': String(wait) }),
    },
  };
}

/** German if the browser prefers it to English, otherwise English. */
export function preferredLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const wish = (language: Language) =>
    Math.max(0, ...ranges.filter((range) => range.language === language).map(({ quality }) => quality));
  if (wish('de') !== wish('en')) return wish('de') > wish('en') ? 'de' : 'en';
  const first = ranges.find(
    ({ language, quality }) => quality > 0 && (language === 'de' || language === 'en'),
  );
  return first?.language === 'de' ? 'de' : 'en';
}
