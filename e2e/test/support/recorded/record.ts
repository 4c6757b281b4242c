import type { Browser, Response } from 'playwright-core';
import { LOOKS, load, openReader, requestOf, signIn } from './page-reader.ts';
import { NONCE, SIGNED_OUT } from './recording.ts';
import type { RecordedAnswer } from './recording.ts';

interface Recorded {
  /** Names the account. */
  of: string;
  base: string;
  key: string;
  addresses: readonly string[];
}

const OF_BUNDLE = /\/(?:dashboard|operator)\/(?!session$)/;

/** What the real system answers to pages of an account. */
export async function record(
  browser: Browser,
  { of, base, key, addresses }: Recorded,
): Promise<RecordedAnswer[]> {
  const answers = new Map<string, RecordedAnswer>();
  let isSignedIn = false;
  let opened = '/';
  const keep = (response: Response, body: unknown) => {
    if (OF_BUNDLE.test(new URL(response.url()).pathname)) return;
    const request = response.request();
    const mark = !isSignedIn && request.method() === 'GET' ? SIGNED_OUT : '';
    const answer: RecordedAnswer = {
      of: { [of]: opened },
      request: `${mark}${requestOf(request)}`,
      status: response.status(),
      mediaType: response.headers()['content-type'] ?? '',
      ...(body !== undefined && { body }),
    };
    if (!answers.has(answer.request)) answers.set(answer.request, answer);
  };
  const at = new Date().toISOString();
  const reader = await openReader(browser, { base, look: LOOKS.en, at, onAnswer: keep });
  await load(reader, '/');
  isSignedIn = true;
  await signIn(reader, key);
  for (const address of ['/', ...addresses]) {
    opened = address;
    await load(reader, address);
    // Parts of a page are loaded when it is drawn.
    await reader.page.waitForLoadState('networkidle');
  }
  await reader.page.context().close();
  return [...answers.values()];
}

/** The content security policy of the pages. */
export async function policyOf(base: string): Promise<string> {
  const page = await fetch(`${base}/`);
  return page.headers.get('content-security-policy')?.replace(/nonce-[^']+/, `nonce-${NONCE}`) ?? '';
}
