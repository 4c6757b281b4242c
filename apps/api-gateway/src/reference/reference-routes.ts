import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HttpRoute } from '@estate/http';
import { HttpRefusal } from '@estate/http';
import { asset } from '../assets.ts';
import type { Audience } from './openapi/audience.ts';
import { openRoute } from '../edge/routing/open-route.ts';
import { operationsOf } from './documented.ts';
import type { OpenApi } from './documented.ts';
import { errorPage, errorsPage } from './errors-view.ts';
import type { FailureTexts } from './errors-view.ts';
import { answerOf, fileRoute, once, textFile } from './file-route.ts';
import { pageOf } from '../edge/pages/html.ts';
import { referencePage } from './reference-view.ts';
import type { Picture } from './reference-view.ts';
import type { ClientCalls } from './samples/client-call.ts';
import { textRoutes } from './text-routes.ts';

const textOf = (name: string): string => readFileSync(fileURLToPath(asset(`reference/${name}`)), 'utf8');

/** The pages below `/docs`. Each is generated on the first request. */
export function referenceRoutes(documents: Readonly<Record<Audience, string>>): HttpRoute[] {
  const document = (audience: Audience) => JSON.parse(documents[audience]) as OpenApi;
  const clientCalls = () => JSON.parse(textOf('client-calls.json')) as ClientCalls;
  const pictures = () => JSON.parse(textOf('pictures.json')) as Picture[];
  const pages: Record<string, () => string> = {
    '/docs': () =>
      referencePage({
        ...{ document: document('customers'), clientCalls: clientCalls() },
        ...{ pictures: pictures(), home: '/docs' },
      }),
    '/docs/operator': () =>
      referencePage({
        ...{ document: document('operators'), clientCalls: {} },
        ...{ pictures: [], home: '/docs/operator' },
      }),
    '/docs/errors': errorsPage,
    '/docs/changelog': () =>
      pageOf({
        ...{ title: 'Changelog of the API', home: '/docs' },
        body: `<main class="page" id="content" tabindex="-1">${textOf('changelog.html')}</main>`,
      }),
  };
  return [
    ...Object.entries(pages).map(([path, make]) => fileRoute(path, () => textFile('text/html', make()))),
    fileRoute('/docs/page.css', () => textFile('text/css', textOf('page.css'))),
    fileRoute('/docs/start.js', () => textFile('text/javascript', textOf('start.js'))),
    errorRoute(document),
    ...textRoutes(() => document('customers')),
  ];
}

function errorRoute(document: (audience: Audience) => OpenApi): HttpRoute {
  const known = once((_: 'known') => ({
    pages: [
      { home: '/docs', operations: operationsOf(document('customers')) },
      { home: '/docs/operator', operations: operationsOf(document('operators')) },
    ],
    failureTexts: JSON.parse(textOf('failure-texts.json')) as FailureTexts,
  }));
  return openRoute('/docs/errors/{code}', (request) => {
    const page = errorPage(request.params['code'] ?? '', known('known'));
    if (page === undefined)
      throw new HttpRefusal({
        status: 404,
        code: 'path-unknown',
        message: 'There is no error with this code.',
      });
    return answerOf(textFile('text/html', page), request);
  });
}
