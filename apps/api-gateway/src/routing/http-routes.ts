import { route } from '@estate/http';
import { etagOf } from '@estate/messaging';
import type { HttpAnswer, HttpRequest, HttpRoute } from '@estate/http';
import { admit } from '../access/admission.ts';
import type { Caller } from '../access/admission.ts';
import { pageRoutes } from '../dashboard/page-routes.ts';
import { sessionRoutes } from '../dashboard/session-routes.ts';
import type { Deps } from '../deps.ts';
import { frontDoorRoutes } from '../front-door/front-door-routes.ts';
import { openApiDocument } from '../openapi/document.ts';
import { referenceRoutes } from '../openapi/reference-page.ts';
import { answerOf } from './answer-of.ts';
import { explainedInput } from './explained-input.ts';
import { apiRoutes } from '../routes/index.ts';
import { withServiceErrors } from './with-service-errors.ts';
import { openRoute } from './open-route.ts';
import { ifMatchOf } from './preconditions.ts';
import type { ApiRoute } from './api-route.ts';

/** The routing table as routes: admission, input, work, answer. */
export function httpRoutes(deps: Deps, publicUrl: string | undefined): HttpRoute[] {
  return [
    ...apiRoutes.map((apiRoute) => httpRoute(apiRoute, deps)),
    ...frontDoorRoutes(deps.frontDoor),
    documentRoute(publicUrl),
    ...referenceRoutes(),
    ...sessionRoutes(deps, publicUrl),
    ...pageRoutes(),
  ];
}

function httpRoute(apiRoute: ApiRoute, deps: Deps): HttpRoute {
  const work = async (request: HttpRequest, caller: Caller, reservedId?: string): Promise<HttpAnswer> => {
    const ifMatch = ifMatchOf(apiRoute, request);
    const call = {
      ...caller,
      ...(ifMatch !== undefined && { ifMatch }),
      ...(reservedId !== undefined && { reservedId }),
    };
    const input = await explainedInput(apiRoute, request, { call, deps });
    const output = await apiRoute.run(input, call, deps);
    return answerOf(apiRoute, output, { request, caller });
  };
  return route<Caller>({
    method: apiRoute.method,
    path: apiRoute.path,
    admit: (head) => withServiceErrors(() => admit(apiRoute.access, head, deps.guard)),
    handle: (request, caller) =>
      withServiceErrors(() =>
        apiRoute.method === 'POST'
          ? deps.once.run(request, caller.accountId, (reservedId) =>
              withServiceErrors(() => work(request, caller, reservedId)),
            )
          : work(request, caller),
      ),
  });
}

function documentRoute(publicUrl: string | undefined): HttpRoute {
  const body = JSON.stringify(openApiDocument(apiRoutes, publicUrl));
  const answer = {
    status: 200,
    raw: { mediaType: 'application/json; charset=utf-8', body },
    headers: { etag: etagOf(body), 'cache-control': 'no-cache' },
  };
  return openRoute('/openapi.json', () => answer);
}
