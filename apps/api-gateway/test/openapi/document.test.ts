import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import { routesFor } from '../../src/reference/openapi/audience.ts';
import { DOCUMENT_FILES, committedDocument } from '../../src/reference/openapi/committed-document.ts';
import { openApiDocument } from '../../src/reference/openapi/document.ts';
import { apiRoutes } from '../../src/routes/index.ts';
import { readInput } from '../../src/edge/routing/read-input.ts';
import { breakingChanges } from './breaking-changes.ts';
import type { Document } from './breaking-changes.ts';

const run = promisify(execFile);
const HOME = fileURLToPath(new URL('../..', import.meta.url));
const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes))) as Published;

interface Media {
  schema: object;
  example?: unknown;
}
interface Described {
  $ref?: string;
  description: string;
  'x-codes'?: string[];
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, Media>;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: { $ref?: string; in?: string; name?: string; schema?: { default?: unknown } }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Described>;
}
interface Published {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, Described>;
    headers: Record<string, { required?: boolean }>;
  };
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
const operationOf = (name: string): Operation => operations.find((one) => one.name === name)!.operation;
const answerOf = (operation: Operation, status: string): Described => {
  const described = operation.responses[status]!;
  return described.$ref === undefined
    ? described
    : document.components.responses[described.$ref.split('/').at(-1)!]!;
};
const parametersOf = ({ parameters = [] }: Operation) =>
  parameters.map(({ $ref, name }) => $ref?.split('/').at(-1) ?? name);

const AUDIENCES = ['customers', 'operators'] as const;

describe.each(AUDIENCES)('the OpenAPI document for %s', (audience) => {
  const shown = JSON.parse(JSON.stringify(openApiDocument(routesFor(audience, apiRoutes)))) as Published & {
    security: object[];
  };

  it('an OpenAPI document that is published is valid', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(shown) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('an OpenAPI document that is published passes the linter without a warning', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'estate-openapi-'));
    const written = join(folder, 'openapi.json');
    writeFileSync(written, JSON.stringify(shown));
    const home = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));
    const options = ['--format=stylish', '--config', join(HOME, 'redocly.yaml')];
    const lint = run(process.execPath, [join(home, 'bin/cli.js'), 'lint', ...options, written], {
      env: { PATH: process.env['PATH'], REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    const said = await lint.then(
      () => '',
      (error: { stdout?: string; stderr?: string }) => `${String(error.stdout)}${String(error.stderr)}`,
    );
    rmSync(folder, { recursive: true });
    expect(said).toBe('');
  });

  it('an OpenAPI document has the operations of its readers and asks for their credentials', () => {
    const isOperators = audience === 'operators';
    const paths = Object.keys(shown.paths);
    expect(paths.length).toBeGreaterThan(10);
    expect(paths.filter((path) => /^\/(admin|operator)\//.test(path) !== isOperators)).toEqual([]);
    expect(shown.security).toEqual([isOperators ? { operatorToken: [] } : { apiKey: [] }]);
    expect(Object.keys(shown.webhooks ?? {})).toHaveLength(isOperators ? 0 : EVENT_NAMES.length);
  });

  it('an OpenAPI document is the committed snapshot; UPDATE_SNAPSHOTS=true writes it', () => {
    const snapshot = join(HOME, DOCUMENT_FILES[audience]);
    const now = `${JSON.stringify(shown, null, 1)}\n`;
    const before = existsSync(snapshot) ? readFileSync(snapshot, 'utf8') : '{}';
    const breaking = breakingChanges(JSON.parse(before) as Document, shown as unknown as Document);
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(snapshot, now);
    else expect(breaking, 'these changes break callers').toEqual([]);
    expect(now === readFileSync(snapshot, 'utf8'), 'the document changed without breaking anyone').toBe(true);
  });

  it('an OpenAPI document is served as it was committed, at the address of the installation', () => {
    const served = JSON.parse(committedDocument(audience, 'https://api.example.com')) as typeof shown;
    expect(served).toEqual({ ...shown, servers: [{ url: 'https://api.example.com' }] });
  });
});

/** The first words of operations that are no lists. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  GET: ['get', 'find', 'preview', 'finish', 'list'],
  POST: [
    ...[
      'create',
      'check',
      'find',
      'finish',
      'pause',
      'preview',
      'reconcile',
      'reparse',
      'reseal',
      'resend',
      'resume',
    ],
    ...[
      'cancel',
      'confirm',
      'reapply',
      'retry',
      'revoke',
      'rotate',
      'synchronize',
      'take',
      'test',
      'validate',
      'verify',
    ],
  ],
  PUT: ['set', 'update'],
  DELETE: ['cancel', 'delete'],
};

describe('the OpenAPI document', () => {
  it('the OpenAPI document shows every route of the table, each under a name of its own', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(
      apiRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(apiRoutes.length);
    for (const { operation } of operations) expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/);
  });

  it('the OpenAPI document names every operation by a verb and what it is about, a list by `list`', () => {
    const wrong = apiRoutes.flatMap(({ method, operationId, input }) => {
      const isList = input instanceof z.ZodObject && 'startAfter' in input.shape;
      const verb = /^[a-z]+(?=[A-Z][A-Za-z]+$)/.exec(operationId)?.[0] ?? '';
      const isRight = isList ? verb === 'list' : VERBS[method]?.includes(verb) === true;
      return isRight ? [] : [`${method} ${operationId}`];
    });
    expect(wrong).toEqual([]);
  });

  it('the OpenAPI document has a tag that it explains for every operation', () => {
    const explained = document.tags.map(({ name, description }) => (description.length > 10 ? name : ''));
    for (const { name, operation } of operations) expect(explained, name).toContain(operation.tags[0]);
  });

  it('the OpenAPI document gives a flag the type boolean, in parameters, bodies and answers', () => {
    const flags = JSON.stringify(document).match(/"enum":\["(true|false)"[^\]]*\]/g) ?? [];
    expect(flags).toEqual([]);
    const published = operationOf('GET /listings').parameters?.find(({ name }) => name === 'published');
    expect(published?.schema).toMatchObject({ type: 'boolean' });
  });

  it('the OpenAPI document describes every body and every page by a schema with a name', () => {
    const unnamed = operations.flatMap(({ name, operation }) =>
      [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) => {
        const schema: { $ref?: string; properties?: object } | undefined =
          part?.content?.['application/json']?.schema;
        return schema && !schema.$ref && Object.keys(schema.properties ?? {}).length > 0 ? [name] : [];
      }),
    );
    expect(unnamed).toEqual([]);
  });

  it('the OpenAPI document shows the answer of every route and its own errors', () => {
    for (const { method, path, status, errors, access } of apiRoutes) {
      const operation = operationOf(`${method} ${path}`);
      expect(Object.keys(operation.responses), path).toContain(String(status));
      const codes = Object.keys(operation.responses).flatMap(
        (one) => answerOf(operation, one)['x-codes'] ?? [],
      );
      expect(codes, path).toEqual(expect.arrayContaining([...errors, 'internal', 'service-unavailable']));
      expect(codes.includes('api-key-missing'), path).toBe(access !== 'open');
    }
  });

  it.each(apiRoutes.map((apiRoute) => [`${apiRoute.method} ${apiRoute.path}`, apiRoute] as const))(
    'the OpenAPI document shows every status that %s can have',
    (name, { method, access, status, conditional }) => {
      const shown = Object.keys(operationOf(name).responses);
      const always = [String(status), '400', '406', '408', '414', '431', '500', '503'];
      const ofCaller = access === 'open' ? [] : ['401', '429', ...(access === 'operator' ? [] : ['403'])];
      const ofBody = method === 'GET' ? [] : ['413', '415'];
      const ofPost = method === 'POST' ? ['409', '422'] : [];
      const expected = [...always, ...ofCaller, ...ofBody, ...ofPost, ...(conditional ? ['412'] : [])];
      expect(shown).toEqual(expect.arrayContaining(expected));
    },
  );

  it('the OpenAPI document names rate limit headers with the answers that count, and with no others', () => {
    const headersOf = (name: string, status: string) => {
      const { headers = {} } = answerOf(operationOf(name), status);
      return Object.fromEntries(
        Object.entries(headers).map(([header, { $ref, required }]) => {
          const shared = document.components.headers[$ref?.split('/').at(-1) ?? ''];
          return [header, required ?? shared?.required ?? false];
        }),
      );
    };
    for (const status of ['200', '404', '406', '412', '413', '429']) {
      expect(headersOf('PUT /contacts/{id}', status), status).toMatchObject({ RateLimit: true });
    }
    for (const status of ['401', '408', '414', '431']) {
      expect(headersOf('PUT /contacts/{id}', status), status).not.toHaveProperty('RateLimit');
    }
    expect(headersOf('GET /admin/lanes', '200')).not.toHaveProperty('RateLimit');
    expect(headersOf('GET /admin/lanes', '429')).toMatchObject({ RateLimit: true, 'RateLimit-Policy': true });
  });

  it('the OpenAPI document shows on which conditions a call is answered', () => {
    const create = operationOf('POST /contacts');
    expect(parametersOf(create)).toContain('Idempotency-Key');
    expect(Object.keys(create.responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '409', '413', '415', '422', '429', '500', '503']),
    );
    const replace = operationOf('PUT /contacts/{id}');
    expect(parametersOf(replace)).toContain('If-Match');
    expect(answerOf(replace, '412')['x-codes']).toEqual(['precondition-failed']);
    expect(answerOf(replace, '404')['x-codes']).toEqual(['contact-not-found']);
    const read = operationOf('GET /contacts/{id}');
    expect(parametersOf(read)).toContain('If-None-Match');
    expect(Object.keys(read.responses)).toContain('304');
    expect(parametersOf(operationOf('GET /contacts'))).toEqual(
      expect.arrayContaining(['limit', 'startAfter', 'order']),
    );
  });

  it('the OpenAPI document shows the default of every field and parameter that has one', () => {
    const shown = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).flatMap(({ in: place, name, schema }) =>
        place === 'query' && schema?.default !== undefined ? [`${name ?? ''}=${String(schema.default)}`] : [],
      ),
    );
    const having = (name: string) =>
      operations.filter(({ operation }) => parametersOf(operation).includes(name)).length;
    expect(shown.filter((one) => one === 'limit=10')).toHaveLength(having('startAfter'));
    expect(shown.filter((one) => one === 'order=asc')).toHaveLength(having('order'));
    expect(having('startAfter') - having('order'), 'only timelines have a fixed order').toBe(2);
  });

  it('the OpenAPI document says the default of a field in words, because some generators require fields with a default', () => {
    const { schemas } = document.components as unknown as {
      schemas: Record<
        string,
        { required?: string[]; properties?: Record<string, { default?: unknown; description?: string }> }
      >;
    };
    const required = Object.entries(schemas).flatMap(([name, { properties = {}, required: needed = [] }]) =>
      Object.entries(properties).flatMap(([field, schema]) =>
        schema.default !== undefined && !needed.includes(field) ? [`${name}.${field}`] : [],
      ),
    );
    expect(required).toEqual([]);
    expect(schemas['ResendDeliveriesInput']?.properties?.['status']?.description).toBe('Default: `failed`.');
    expect(schemas['ResendDeliveriesInput']?.required ?? []).not.toContain('status');
  });

  it('the OpenAPI document says what each field of a property means, and the unit of a number', () => {
    const { schemas } = document.components as unknown as {
      schemas: Record<string, { properties: Record<string, { description?: string; $ref?: string }> }>;
    };
    const ofFields = Object.entries(schemas).filter(([name]) => /^(?!Carried).+Fields$/.test(name));
    expect(ofFields.length).toBeGreaterThan(2 * PROPERTY_TYPE_NAMES.length);
    const unexplained = ofFields.flatMap(([name, { properties }]) =>
      Object.entries(properties).flatMap(([field, { description, $ref }]) =>
        description === undefined && $ref === undefined ? [`${name}.${field}`] : [],
      ),
    );
    expect(unexplained).toEqual([]);
    expect(schemas['RentFields']?.properties['heatingCosts']?.description).toBe(
      'Heating costs, in EUR/month.',
    );
    expect(schemas['RentFields']?.properties['baseRent']?.description).toContain('Required unless');
    expect(schemas['SaleFields']?.properties['purchasePrice']?.description).toContain('Required unless');
    expect(schemas['StoredHouseBuyFields']?.properties['plotArea']?.description).toBe('Plot area, in m².');
  });

  it('the OpenAPI document takes the fields of the type of a property and no others', () => {
    const { schemas } = document.components as unknown as {
      schemas: Record<string, { example: Record<string, unknown> }>;
    };
    const ajv = formats.default(new Ajv2020({ strict: false, validateFormats: false }));
    const isValid = ajv
      .addSchema({ $id: 'document', ...document })
      .getSchema('document#/components/schemas/PropertyInput');
    for (const type of PROPERTY_TYPE_NAMES) {
      const fields = schemas[`${type.charAt(0).toUpperCase()}${type.slice(1)}Fields`]?.example;
      expect(isValid?.({ type, fields }), `${type}: ${JSON.stringify(isValid?.errors)}`).toBe(true);
      expect(isValid?.({ type, fields: { ...fields, unknown: 1 } }), type).toBe(false);
      expect(isValid?.({ type, fields, unknown: 1 }), type).toBe(false);
      expect(isValid?.({ type }), type).toBe(false);
    }
    const { fields } = schemas['PropertyInput']?.example ?? {};
    expect(isValid?.({ type: 'houseRent', fields })).toBe(false);
  });

  it('the OpenAPI document says which lists name nothing twice', () => {
    const { schemas } = document.components as unknown as {
      schemas: Record<string, { properties: Record<string, { uniqueItems?: boolean }> }>;
    };
    expect(schemas['WebhookInput']?.properties['events']?.uniqueItems).toBe(true);
    expect(schemas['ApiKeyInput']?.properties['scopes']?.uniqueItems).toBe(true);
  });

  it('the OpenAPI document shows all events, each with its payload', () => {
    expect(Object.keys(document.webhooks)).toEqual([...EVENT_NAMES]);
  });

  it('the OpenAPI document never mentions a secret in an answer', () => {
    const naming = operations.filter(({ operation: { responses } }) =>
      /"(password|secret)"/.test(JSON.stringify(responses)),
    );
    // The only responses that contain the password of an import source, which is made by the service.
    const once = ['createImportSource', 'rotateImportSourcePassword'];
    expect(naming.map(({ operation: { operationId } }) => operationId).toSorted()).toEqual(once);
    const { Target } = (document.components as unknown as { schemas: Record<string, unknown> }).schemas;
    expect(JSON.stringify(Target)).not.toContain('"password"');
  });
});

/** Parameters that cannot be left out. */
const NEEDED: Readonly<Record<string, Record<string, string>>> = {
  'GET /admin/find': { text: 'MUC-4711' },
  'GET /property-listings': { propertyIds: 'd1a2b3c4e5f6g7h8i9j0' },
  'GET /admin/audit-log/check': { accountId: 'd1a2b3c4e5f6g7h8i9j0' },
};

describe('every example', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi.json' });
  const problems = (pointer: string, example: unknown) => {
    const valid = ajv.validate({ $ref: `openapi.json#${pointer}/schema` }, example);
    return valid ? [] : [`${pointer}: ${ajv.errorsText()}`];
  };
  const pointers = function* (value: unknown, pointer: string): Generator<[string, Media]> {
    if (typeof value !== 'object' || value === null) return;
    if ('example' in value && 'schema' in value) yield [pointer, value as Media];
    for (const [key, inner] of Object.entries(value)) {
      yield* pointers(
        inner,
        `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
      );
    }
  };

  it('every example fits its own schema', () => {
    const examples = [...pointers(document, '')];
    expect(examples.length).toBeGreaterThan(apiRoutes.length * 2);
    expect(examples.flatMap(([pointer, { example }]) => problems(pointer, example))).toEqual([]);
  });

  it('every example of a body is that of its contract, also where the path says a part of the input', () => {
    const exampleOf = (name: string) =>
      operationOf(name).requestBody?.content['application/json']?.example as Record<string, unknown>;
    expect(exampleOf('POST /webhooks/{id}/resend')).toEqual({
      since: expect.any(String) as string,
      status: 'failed',
    });
    expect(exampleOf('PUT /webhooks/{id}')).toEqual(exampleOf('POST /webhooks'));
    expect(exampleOf('POST /webhooks/{id}/test')).toEqual({ event: 'publication.succeeded' });
  });

  it('every example exists for every body and every answer', () => {
    const bare = operations.flatMap(({ name, operation }) =>
      [
        operation.requestBody,
        ...Object.keys(operation.responses).map((status) => answerOf(operation, status)),
      ]
        .flatMap((part) => Object.entries(part?.content ?? {}))
        .filter(([type, { example }]) => type === 'application/json' && example === undefined)
        .map(([type]) => `${name}: ${type}`),
    );
    expect(bare).toEqual(['GET /listings/{id}/preview: application/json']);
  });

  it.each(apiRoutes.map((apiRoute) => [`${apiRoute.method} ${apiRoute.path}`, apiRoute] as const))(
    'every example of a body of %s is taken by the gateway',
    (name, { method, path, input }) => {
      const body = operationOf(name).requestBody?.content['application/json']?.example;
      const params = Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => [
          one,
          one === 'position' ? '0' : 'd1a2b3c4e5f6g7h8i9j0',
        ]),
      );
      const request = {
        method,
        url: path,
        params,
        query: NEEDED[name] ?? {},
        headers: {},
        requestId: 'r',
        address: '',
        answerHeaders: {},
        notes: {},
        body,
      };
      expect(() => readInput(input, request)).not.toThrow();
    },
  );
});
