import { createDocument } from 'zod-openapi';
import type { ZodOpenApiObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { z } from 'zod';
import { byReference, SHARED_SCHEMAS } from '@estate/contracts';
import type { ApiRoute } from '../../edge/routing/api-route.ts';
import { routesFor } from './audience.ts';
import { withMeanings } from './field-meanings.ts';
import { eventOperations } from './event-operations.ts';
import { forGenerators } from './for-generators.ts';
import { operationOf } from './operation.ts';

/** The OpenAPI 3.1 document of a routing table. */
export function openApiDocument(apiRoutes: readonly ApiRoute[]) {
  const isForOperators = routesFor('customers', apiRoutes).length === 0;
  const parts = {
    openapi: '3.1.0',
    info: {
      title: `Real Estate Distribution Service${isForOperators ? ': operations of the operator' : ''}`,
      version: '2026-11-01',
      description: isForOperators ? OPERATOR_DESCRIPTION : DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(apiRoutes.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? `All operations below \`/${name}\`.`,
    })),
    security: [isForOperators ? { operatorToken: [] } : { apiKey: [] }],
    paths: pathsOf(apiRoutes),
    ...(!isForOperators && { webhooks: eventOperations() }),
    components: {
      schemas: Object.fromEntries(SHARED_SCHEMAS),
      securitySchemes: securitySchemes(apiRoutes),
    },
  } satisfies ZodOpenApiObject;
  return forGenerators(withoutUnused(createDocument(parts, { override: simplified })));
}

function securitySchemes(apiRoutes: readonly ApiRoute[]) {
  const operators = routesFor('operators', apiRoutes).length;
  const bearer = { type: 'http', scheme: 'bearer' } as const;
  return {
    ...(operators < apiRoutes.length && {
      apiKey: { ...bearer, description: 'An API key of the account.' },
    }),
    ...(operators > 0 && {
      operatorToken: { ...bearer, description: 'The operator token or an operator key.' },
    }),
  };
}

/** Drops unreferenced schemas: the shared ones are made for both input and output. */
function withoutUnused<D extends ReturnType<typeof createDocument>>(document: D): D {
  const { schemas = {}, ...components } = document.components ?? {};
  const used = new Set<string>();
  const waiting: unknown[] = [{ ...document, components }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      waiting.push(schemas[name]);
    }
  }
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: withMeanings(kept) } };
}

/** Allows unknown fields, which clients must ignore, so that additions are compatible. Bounds of JavaScript's numbers are left out. */
function simplified({
  jsonSchema,
  zodSchema,
  io,
}: {
  jsonSchema: Record<string, unknown>;
  zodSchema: unknown;
  io: 'input' | 'output';
}): void {
  byReference({ zodSchema, jsonSchema }, '#ZOD_OPENAPI/__shared#/$defs/');
  // zod leaves it out after a conversion, for example for the numbers of a query.
  if (zodSchema instanceof z.ZodDefault) jsonSchema['default'] ??= zodSchema.def.defaultValue;
  for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
    if (io === 'output' && jsonSchema[keyword] === false) Reflect.deleteProperty(jsonSchema, keyword);
  asBoolean(jsonSchema);
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum'];
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum'];
}

/** Describes a text of a query as a boolean, which generated clients write in the same way. */
function asBoolean(jsonSchema: Record<string, unknown>): void {
  if (JSON.stringify(jsonSchema['enum']) !== '["true","false"]') return;
  jsonSchema['type'] = 'boolean';
  delete jsonSchema['enum'];
}

const DESCRIPTION = `Send a property once, publish it on many platforms.

Create a property, a target (an account on a platform) and a listing, which links the two. The listing is published through a queue, and
webhooks report the outcome. Bodies are JSON. Unknown fields are rejected, and all problems of a body are reported at once. \`PUT\` replaces: a
field that is left out becomes unset. Lists are ordered by creation time; \`startAfter\` is the id of the last resource of the previous page.`;

const OPERATOR_DESCRIPTION = `Accounts, publishing queues, emails and secrets of the whole system. Calls require the operator token or an operator key.`;

const TAGS: Record<string, string> = {
  account: 'The account of the key, its keys and its marketplace credentials.',
  properties: 'Properties for sale and for rent. Attachments are fetched and checked after every change.',
  'property-types': 'The property types, their fields, and their places on the platforms.',
  attachments: 'Uploaded files and files that came with imports, at URLs of the API.',
  contacts: 'Persons whom prospects can reach.',
  'target-types': 'The platforms and their requirements.',
  targets: 'Accounts on platforms.',
  listings:
    'One property on one target. Creating a listing publishes the property; deleting it takes the property down.',
  jobs: 'The same thing done with many properties, with a result for each.',
  requests: 'Inquiries of prospects.',
  imports: 'OpenImmo packages and the outcome of their objects.',
  'import-sources': 'FTP logins to which estate software exports packages.',
  webhooks: 'URLs that receive events, and their deliveries.',
  'audit-log': 'Actions in the account, and who did them.',
  'request-log': 'The calls of the API.',
  events: 'The events of the account.',
  mails: 'The emails that platforms sent, and the requests that were created from them.',
  erasures: 'The erasure of all data that is stored about a person.',
  accounts: 'The accounts of customers, their API keys and their identity providers.',
  usage: 'The usage of accounts in a month.',
  lanes: 'The publishing queues of targets.',
  find: 'A search over all accounts.',
  violations: 'Documents that violate an invariant.',
  secrets: 'The encryption of stored secrets.',
  authorizations: 'The URL to which an end user returns from a marketplace.',
};

function pathsOf(apiRoutes: readonly ApiRoute[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const apiRoute of apiRoutes) {
    paths[apiRoute.path] = {
      ...paths[apiRoute.path],
      [apiRoute.method.toLowerCase()]: operationOf(apiRoute),
    };
  }
  return paths;
}
