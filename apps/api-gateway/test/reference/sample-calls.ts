import { routesFor } from '../../src/reference/openapi/audience.ts';
import type { Audience } from '../../src/reference/openapi/audience.ts';
import { openApiDocument } from '../../src/reference/openapi/document.ts';
import { operationsOf } from '../../src/reference/documented.ts';
import type { DocumentedOperation, OpenApi } from '../../src/reference/documented.ts';
import { apiRoutes } from '../../src/routes/index.ts';

const made = new Map<Audience, OpenApi>();

/** The document as a reader gets it. */
export function documentFor(audience: Audience): OpenApi {
  const present = made.get(audience);
  if (present) return present;
  const text = JSON.stringify(openApiDocument(routesFor(audience, apiRoutes)));
  const document = JSON.parse(text) as OpenApi;
  made.set(audience, document);
  return document;
}

/** The operations that a program calls. */
export const calledOperations = (): DocumentedOperation[] =>
  (['customers', 'operators'] as const)
    .flatMap((audience) => operationsOf(documentFor(audience)))
    .filter(({ isForBrowsers }) => !isForBrowsers);
