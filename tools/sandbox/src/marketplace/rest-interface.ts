import { randomUUID } from 'node:crypto';
import express from 'express';
import type { ErrorRequestHandler, NextFunction, Request, Response, Router } from 'express';
import { html } from '../html.ts';
import { page } from '../page-layout.ts';
import type { MarketCall, MarketContext } from './market-context.ts';
import { isMeantFor } from './market-faults.ts';
import { addOfferRoutes } from './offer-router.ts';
import type { OfferCall } from './offer-answers.ts';
import { messages, Refusal } from './refusal.ts';
import { strike, TRACE_HEADER } from './strike.ts';

const JSON_TYPE = /application\/json|multipart\/form-data/i;

/** The routes below `/restapi`: tokens, consent and the offer interface. */
export function restInterface(context: MarketContext, users: readonly string[]): Router {
  const router = express.Router();
  router.use(express.raw({ type: () => true, limit: '60mb' }));
  router.use((request, response, next) => {
    void misbehave(request, response, next, context);
  });
  addTokens(router, context);
  addConsent(router, context, users);
  const offer = express.Router({ caseSensitive: true });
  const rate = { minute: 0, calls: 0 };
  offer.use((request, response, next) => {
    const user = context.oauth.authenticate(addressOf(request), request.get('authorization'));
    requireRate(response, rate, context.callsAMinute);
    if (!/json|\*\/\*/i.test(request.get('accept') ?? '*/*')) throw new Refusal(404, '', 'not found');
    const hasBody = request.method === 'POST' || request.method === 'PUT';
    if (hasBody && !JSON_TYPE.test(request.get('content-type') ?? '')) {
      throw new Refusal(415, 'ERROR_COMMON_MEDIA_TYPE_UNSUPPORTED', 'the content type is not supported');
    }
    (request as unknown as OfferCall).user = user;
    noteUser(response, user);
    next();
  });
  addOfferRoutes(offer, context);
  router.use('/api/offer/v1.0', offer);
  router.use(() => {
    throw new Refusal(404, 'ERROR_COMMON_RESOURCE_NOT_FOUND', 'there is no such resource');
  });
  router.use(answerRefusal);
  return router;
}

const addressOf = (request: Request) => ({
  method: request.method,
  url: `${request.protocol}://${request.get('host') ?? ''}${request.originalUrl}`,
});

/** Logs the call, applies a pending fault, and otherwise lets it through. */
async function misbehave(
  request: Request,
  response: Response,
  next: NextFunction,
  { calls, faults }: MarketContext,
): Promise<void> {
  const call: MarketCall = {
    at: new Date().toISOString(),
    method: request.method,
    path: request.originalUrl.replace(/^.*\/v1\.0/, ''),
    status: 0,
  };
  calls.push(call);
  response.locals['call'] = call;
  response.set(TRACE_HEADER, randomUUID().slice(0, 8));
  response.on('close', () => (call.status = response.statusCode));
  const fault = faults.take(isMeantFor(request.method, request.originalUrl));
  if (!fault) {
    next();
    return;
  }
  await strike(fault, response, next);
}

function requireRate(response: Response, rate: { minute: number; calls: number }, most: number): void {
  const minute = Math.floor(Date.now() / 60_000);
  rate.calls = rate.minute === minute ? rate.calls + 1 : 1;
  rate.minute = minute;
  const ordered: unknown = response.locals['remaining'];
  const remaining = typeof ordered === 'number' ? ordered : Math.max(0, most - rate.calls);
  response.set('x-ratelimit-limit', String(most)).set('x-ratelimit-remaining', String(remaining));
  if (rate.calls <= most) return;
  response.set('retry-after', String(60 - (Math.floor(Date.now() / 1000) % 60)));
  throw new Refusal(429, '', 'too many requests');
}

function noteUser(response: Response, user: string): void {
  const call = response.locals['call'] as MarketCall | undefined;
  if (call) call.user = user;
}

const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();
const FORM = 'application/x-www-form-urlencoded';

function addTokens(router: Router, { oauth }: MarketContext): void {
  router.post('/security/oauth/request_token', (request, response) => {
    const { token, secret } = oauth.requestToken(addressOf(request), request.get('authorization'));
    const fields = { oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: 'true' };
    response.type(FORM).send(form(fields));
  });
  router.post('/security/oauth/access_token', async (request, response) => {
    const { token, secret } = await oauth.accessToken(addressOf(request), request.get('authorization'));
    response.type(FORM).send(form({ oauth_token: token, oauth_token_secret: secret }));
  });
}

function addConsent(router: Router, { oauth }: MarketContext, users: readonly string[]): void {
  const path = '/security/oauth/confirm_access';
  router.get(path, (request, response) => {
    const given = request.query['oauth_token'];
    const token = typeof given === 'string' ? given : '';
    oauth.pending(token);
    const choices = users.map((user) => html`<option>${user}</option>`);
    const body = html`<h2>Connect an application</h2>
      <form method="post" class="card" style="padding:20px">
        <p><b>${oauth.consumer.key}</b> wants to publish objects in your account.</p>
        <input type="hidden" name="oauth_token" value="${token}" />
        <p>
          <label
            >Account
            <select name="user">
              ${choices}
            </select></label
          >
        </p>
        <p>
          <button name="decision" value="accept">Accept</button>
          <button name="decision" value="refuse">Refuse</button>
        </p>
      </form>`;
    response.send(page({ title: 'Marketplace', subtitle: 'sandbox', body }));
  });
  router.post(path, (request, response) => {
    const given = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '');
    const user = given.get('user') ?? users[0] ?? '';
    const accepted = given.get('decision') === 'accept' && users.includes(user);
    response.redirect(302, oauth.decide(given.get('oauth_token') ?? '', accepted ? user : undefined));
  });
}

/** Sends errors in the format of all messages. */
const answerRefusal: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const { status, code, message } =
    error instanceof Refusal
      ? error
      : { status: 500, code: 'ERROR_COMMON_INTERNAL_SERVER_ERROR', message: String(error) };
  const call = response.locals['call'] as MarketCall | undefined;
  if (call) call.refusal = { code, message, ordered: response.locals['ordered'] === true };
  response.status(status).json(messages({ messageCode: code, message }));
};
