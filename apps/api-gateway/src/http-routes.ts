import { mediaTypeOf, route } from '@estate/http';
import { etagOf, readOutput } from '@estate/messaging';
import type { HttpAnswer, HttpHead, HttpRequest, HttpRoute } from '@estate/http';
import { withActor } from '@estate/observability';
import { newId } from '@estate/persistence';
import { z } from 'zod';
import { admit } from './edge/access/admission.ts';
import type { Caller } from './edge/access/admission.ts';
import { linkedPagesOf } from './edge/access/linked-pages.ts';
import { accountOf, admitAudited, ownerOf, withAudit } from './records/audit-log/audited-route.ts';
import { isRefusedWhileClosing } from './accounts/closings/refused-while-closing.ts';
import { operatorSessionRoutes } from './operator/operator-session-routes.ts';
import { pageRoutes } from './edge/pages/page-routes.ts';
import { sessionRoutes } from './accounts/sign-in/session-routes.ts';
import type { Deps, GatewayRoute } from './deps.ts';
import { feedRoutes } from './edge/files/feed-routes.ts';
import { frontDoorRoutes } from './edge/front-door/front-door-routes.ts';
import { committedDocument } from './reference/openapi/committed-document.ts';
import { referenceRoutes } from './reference/reference-routes.ts';
import { noteCreated, noteResources } from './records/request-log/request-of.ts';
import { answerOf } from './edge/routing/answer-of.ts';
import { requireConfirmation } from './edge/routing/confirmation.ts';
import { explainedInput } from './edge/routing/explained-input.ts';
import { apiRoutes } from './routes/index.ts';
import { signInRoutes } from './accounts/sign-in/sign-in-routes.ts';
import { inTurn } from './edge/turns/in-turn.ts';
import { withServiceErrors } from './edge/routing/with-service-errors.ts';
import { openRoute } from './edge/routing/open-route.ts';
import { ifMatchOf } from './edge/routing/preconditions.ts';
import type { Given } from './edge/routing/api-route.ts';
import type { Call } from './edge/routing/call.ts';

/** The routing table as routes: admission, input, handler, response. */
export function httpRoutes(deps: Deps, publicUrl: string | undefined): HttpRoute[] {
  const documents = {
    customers: committedDocument('customers', publicUrl),
    operators: committedDocument('operators', publicUrl),
  };
  return [
    ...apiRoutes.map((apiRoute) => httpRoute(apiRoute, deps)),
    ...frontDoorRoutes(deps.frontDoor),
    ...feedRoutes({ feeds: deps.feeds, failedAttempts: deps.guard.failedAttempts }),
    documentRoute('/openapi.json', documents.customers),
    documentRoute('/openapi/operator.json', documents.operators),
    ...referenceRoutes(documents),
    ...sessionRoutes(deps, publicUrl),
    ...operatorSessionRoutes(deps, publicUrl),
    ...signInRoutes({
      signIn: deps.signIn,
      started: deps.startedSignIns,
      failedSignIns: deps.guard.failedSignIns,
      log: deps.log,
    }),
    ...pageRoutes({ peopleSignInUrl: deps.peopleSignInUrl, links: deps.guard.links }),
  ];
}

function arrivingUpload({ upload: body, headers }: HttpRequest): Pick<Call, 'upload'> {
  if (!body) return {};
  const { 'content-length': size } = headers;
  const mediaType = mediaTypeOf(headers);
  return { upload: { body, mediaType, ...(size !== undefined && { size: Number(size) }) } };
}

function httpRoute(apiRoute: GatewayRoute, deps: Deps): HttpRoute {
  const work = async (request: HttpRequest, caller: Caller, reservedId?: string): Promise<HttpAnswer> => {
    const ifMatch = ifMatchOf(apiRoute, request);
    const call = {
      ...caller,
      ...(ifMatch !== undefined && { ifMatch }),
      ...(apiRoute.method === 'POST' && reservation(reservedId)),
      ...(isRead(apiRoute) && { isRead: true }),
      ...arrivingUpload(request),
    };
    const input = await explainedInput(apiRoute, request, { call, deps });
    if (apiRoute.confirmation) requireConfirmation(apiRoute.confirmation, request, { input, caller });
    const made = await withAudit(apiRoute, { head: request, call, deps, input }, () =>
      answered(apiRoute, { input, call, request }, deps),
    );
    const output = shownPage(apiRoute, made, deps);
    noteAccount(apiRoute, { head: request, caller, output });
    return answerOf(apiRoute, output, { request, caller, deps });
  };
  return route<Caller>({
    method: apiRoute.method,
    path: apiRoute.path,
    uploads: apiRoute.uploads,
    admit: async (head) => {
      noteResources(head, head.params);
      return deps.refusals.run(
        () => head.notes.accountId,
        () => withServiceErrors(() => admitted(apiRoute, head, deps)),
      );
    },
    handle: async (request, caller) => {
      noteResources(request, request.body);
      const run = () =>
        withServiceErrors(() =>
          apiRoute.method === 'POST'
            ? deps.once.run(request, scopeOf(caller), (reservedId) =>
                withServiceErrors(() => work(request, caller, reservedId)),
              )
            : work(request, caller),
        );
      const turn = { apiRoute, request, caller, deps };
      // A call that waits for something takes a turn for each check.
      const inItsTurn = () => (apiRoute.isWorthWaitingFor ? run() : inTurn(turn, run));
      const answer = await inNameOf(caller, () => deps.refusals.run(() => caller.accountId, inItsTurn));
      noteCreated(request, answer);
      return withCookie(apiRoute, answer, { head: request, caller, deps });
    },
  });
}

/** A list of the gateway without unreadable items; services have checked theirs. */
function shownPage({ path }: GatewayRoute, made: unknown, { log }: Pick<Deps, 'log'>): unknown {
  const { output, unreadable } = readOutput(z.unknown(), made, path);
  for (const { id, reason } of unreadable) log.error({ path, id, reason }, 'document.unreadable');
  return output;
}

async function admitted(apiRoute: GatewayRoute, head: HttpHead, deps: Deps): Promise<Caller> {
  const caller = await admitAudited(apiRoute, { head, deps }, () =>
    admit({ ...apiRoute, linkedPages: linkedPagesOf(apiRoute) }, head, deps.guard),
  );
  if (isRefusedWhileClosing(apiRoute))
    await deps.closings.open.require(caller.accountId || (head.params['id'] ?? ''));
  return caller;
}

/** True if a route only reads. A browser may also be redirected by GET to an open route that ends something. */
const isRead = ({ method, access }: GatewayRoute): boolean => method === 'GET' && access === 'read';

/** The reserved id. A call without an Idempotency-Key has an id of its own, so that an ask that reaches two replicas creates only once. */
const reservation = (reservedId: string | undefined) =>
  reservedId === undefined ? { reservedId: newId(), isFirstRun: true } : { reservedId };

interface Asked {
  input: unknown;
  call: Call;
  request: HttpRequest;
}

/** The output of a route; a caller with `wait` gets it when it has content, or when that time is over. */
async function answered(
  apiRoute: GatewayRoute,
  { input, call, request }: Asked,
  deps: Deps,
): Promise<unknown> {
  const { isWorthWaitingFor } = apiRoute;
  if (!isWorthWaitingFor) return apiRoute.run(input, call, deps);
  const { wait = 0, ...asked } = input as { wait?: number };
  const { output, waitedMs } = await deps.longPolls.run({
    accountId: call.accountId,
    waitMs: wait * 1000,
    look: () => inTurn({ apiRoute, request, caller: call, deps }, () => apiRoute.run(asked, call, deps)),
    isFound: isWorthWaitingFor,
  });
  if (waitedMs > 0) request.notes.waitedMs = Math.round(waitedMs);
  return output;
}

interface Answered {
  head: HttpHead;
  caller: Caller;
  output: unknown;
}

/**
 * Adds calls of an operator on an account to the request log of the account: those with the account in their path, and those that change
 * something of it. One that only reads its closing is left out: it would add to what is being erased.
 */
function noteAccount({ path, audit }: GatewayRoute, { head, caller, output }: Answered): void {
  if (!caller.operator) return;
  const accountId = accountOf(path, head, caller) ?? (audit && ownerOf(output));
  if (accountId !== undefined) head.notes.accountId ??= accountId;
}

/** The owner of an `Idempotency-Key`: an account or an operator. */
const scopeOf = ({ accountId, actor }: Caller): string =>
  accountId === '' && actor?.name !== undefined ? `operator:${actor.id ?? actor.name}` : accountId;

function withCookie(apiRoute: GatewayRoute, answer: HttpAnswer, given: Given<Deps>): HttpAnswer {
  if (!apiRoute.cookieOf || answer.status !== apiRoute.status) return answer;
  const output: unknown = answer.raw ? JSON.parse(answer.raw.body.toString()) : answer.body;
  return { ...answer, cookies: [apiRoute.cookieOf(output, given)] };
}

/** Attributes everything that the call causes, in this service and in others, to its caller. */
const inNameOf = <T>({ actor }: Caller, run: () => T): T => (actor ? withActor(actor, run) : run());

function documentRoute(path: string, body: string): HttpRoute {
  const answer = {
    status: 200,
    raw: { mediaType: 'application/json; charset=utf-8', body },
    headers: { etag: etagOf(body), 'cache-control': 'no-cache' },
  };
  return openRoute(path, () => answer);
}
