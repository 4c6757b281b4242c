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
import { describe, expect, it } from 'vitest';
import { EVENT_NAMES } from '@estate/contracts';
import { openApiDocument } from '../../src/openapi/document.ts';
import { apiRoutes } from '../../src/routes/index.ts';
import { readInput } from '../../src/routing/read-input.ts';
import { breakingChanges } from './breaking-changes.ts';
import type { Document } from './breaking-changes.ts';

const run = promisify(execFile);
const HOME = fileURLToPath(new URL('../..', import.meta.url));
const SNAPSHOT = join(HOME, 'openapi.snapshot.json');
const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes, undefined))) as Published;

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
  summary: string;
  parameters?: { $ref?: string; in?: string; name?: string; schema?: { default?: unknown } }[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, Described>;
}
interface Published {
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

describe('the OpenAPI document', () => {
  it('the OpenAPI document is valid', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...structuredClone(document) })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('the OpenAPI document passes the linter without a warning', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'estate-openapi-'));
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const home = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));
    const lint = run(
      process.execPath,
      [join(home, 'bin/cli.js'), 'lint', '--format=stylish', '--config', join(HOME, 'redocly.yaml'), file],
      {
        env: { PATH: process.env['PATH'], REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    const said = await lint.then(
      () => '',
      (error: { stdout?: string; stderr?: string }) => `${String(error.stdout)}${String(error.stderr)}`,
    );
    rmSync(folder, { recursive: true });
    expect(said).toBe('');
  });

  it('the OpenAPI document shows every route of the table, each under a name of its own', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(
      apiRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(apiRoutes.length);
    for (const { operation } of operations) expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/);
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
    const lists = operations.filter(({ operation }) => parametersOf(operation).includes('startAfter')).length;
    for (const one of ['limit=10', 'order=asc']) {
      expect(shown.filter((other) => other === one)).toHaveLength(lists);
    }
    const { paths } = document;
    const bodyOf = (path: string) =>
      (paths[path]!['post'] as Operation).requestBody!.content['application/json']!.schema as {
        properties: Record<string, { default?: unknown }>;
      };
    expect(bodyOf('/webhooks/{id}/resend').properties['status']).toMatchObject({ default: 'failed' });
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
    const answers = JSON.stringify(operations.map(({ operation: { responses } }) => responses));
    expect(answers).not.toMatch(/"(password|secret)"/);
    const { Target } = (document.components as unknown as { schemas: Record<string, unknown> }).schemas;
    expect(JSON.stringify(Target)).not.toContain('"password"');
  });

  it('the OpenAPI document is the committed snapshot; UPDATE_SNAPSHOTS=true writes it', () => {
    const now = `${JSON.stringify(document, null, 1)}\n`;
    const before = existsSync(SNAPSHOT) ? readFileSync(SNAPSHOT, 'utf8') : '{}';
    const breaking = breakingChanges(JSON.parse(before) as Document, document as unknown as Document);
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(SNAPSHOT, now);
    else expect(breaking, 'these changes break callers').toEqual([]);
    expect(now === readFileSync(SNAPSHOT, 'utf8'), 'the document changed without breaking anyone').toBe(true);
  });
});

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
        [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => [one, 'd1a2b3c4e5f6g7h8i9j0']),
      );
      const request = {
        method,
        url: path,
        params,
        query: {},
        headers: {},
        requestId: 'r',
        address: '',
        answerHeaders: {},
        body,
      };
      expect(() => readInput(input, request)).not.toThrow();
    },
  );
});
