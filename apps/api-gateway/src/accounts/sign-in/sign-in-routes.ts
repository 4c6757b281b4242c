import { ID_PATTERN } from '@estate/contracts';
import type { HttpAnswer, HttpHead, HttpRequest, HttpRoute } from '@estate/http';
import type { Logger } from '@estate/observability';
import type { FailedAttempts } from '../../edge/access/failed-attempts.ts';
import { openRoute } from '../../edge/routing/open-route.ts';
import { withServiceErrors } from '../../edge/routing/with-service-errors.ts';
import { CALLBACK_PATH, DASHBOARD_PATH, OPERATOR_PATH, OPERATOR_SIGN_IN_PATH } from './addresses.ts';
import { problemPage } from './problem-page.ts';
import { messagesOf, SignInProblem } from './problem.ts';
import type { NextStep, SignIn } from './sign-in.ts';
import type { StartedSignIns } from './started-sign-ins.ts';

export interface SignInRouteParts {
  signIn: Pick<SignIn, 'start' | 'finish'>;
  started: Pick<StartedSignIns, 'forget'>;
  failedSignIns: Pick<FailedAttempts, 'secondsLeft' | 'note'>;
  log: Logger;
}

/** The routes that redirect a browser to a provider and back. Their errors are pages for people. */
export function signInRoutes(parts: SignInRouteParts): HttpRoute[] {
  const { signIn } = parts;
  const step = (path: string, take: (request: HttpRequest) => Promise<NextStep>) =>
    openRoute(path, (request) => taken(request, () => take(request), parts));
  return [
    step(CALLBACK_PATH, (request) => signIn.finish(request)),
    step('/dashboard/sign-in/{accountId}', (request) => startIn(request, signIn)),
    step(OPERATOR_SIGN_IN_PATH, (request) => signIn.start('operator', OPERATOR_PATH, request)),
  ];
}

async function startIn(request: HttpRequest, signIn: Pick<SignIn, 'start'>): Promise<NextStep> {
  const { accountId = '' } = request.params;
  if (!ID_PATTERN.test(accountId)) throw new SignInProblem('unknown');
  return signIn.start({ accountId }, returnPathOf(request.query['returnTo']), request);
}

const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

async function taken(
  request: HttpHead,
  take: () => Promise<NextStep>,
  { failedSignIns, started, log }: SignInRouteParts,
): Promise<HttpAnswer> {
  const secondsLeft = failedSignIns.secondsLeft(request.address);
  if (secondsLeft !== undefined) return problemPage('too-many-attempts', request, secondsLeft);
  try {
    const { location, cookies } = await withServiceErrors(take);
    return { status: 303, headers: { ...HEADERS, location }, cookies };
  } catch (error) {
    if (!(error instanceof SignInProblem)) throw error;
    failedSignIns.note(request.address);
    const { reason, cause } = error;
    log.warn({ reason, causes: messagesOf(cause), requestId: request.requestId }, 'sign-in.refused');
    return { ...problemPage(reason, request), cookies: [started.forget(request)] };
  }
}

const ORIGIN = 'http://dashboard.invalid';
const LENGTH_MAX = 1000;

/** The page of the dashboard to return to after a sign-in; the first page for every address that is anything else. */
export function returnPathOf(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LENGTH_MAX || !URL.canParse(wanted, ORIGIN)) {
    return DASHBOARD_PATH;
  }
  // Browsers read backslashes, tabs and dots as this parser does, so its own path is what is sent.
  const { origin, pathname, search, username } = new URL(wanted, ORIGIN);
  const isOwn = origin === ORIGIN && username === '' && pathname.startsWith(DASHBOARD_PATH);
  return isOwn && !pathname.startsWith(`${DASHBOARD_PATH}sign-in`) ? `${pathname}${search}` : DASHBOARD_PATH;
}
