import { ANY_PORTAL, PROPERTY_TYPE_NAMES } from '@estate/contracts';
import type { JobAction } from '@estate/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/reference/openapi/document.ts';
import { apiRoutes } from '../../src/routes/index.ts';
import { bodyShapes, chosenShapes } from './body-shapes.ts';
import type { Choices } from './body-shapes.ts';
import { brokenFields, optionalFields, replaced, valueAt } from './broken-fields.ts';
import type { BrokenField } from './broken-fields.ts';
import { fullExample, resolved } from './full-example.ts';
import type { Schema } from './full-example.ts';
import { idOfProperty, startBareGateway } from './start-bare-gateway.ts';
import type { BareGateway } from './start-bare-gateway.ts';

const document = JSON.parse(JSON.stringify(openApiDocument(apiRoutes))) as {
  paths: Record<string, Record<string, Operation>>;
};

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** What rules that the schema cannot say need beside a field, so that every other field can be broken or left out alone. */
const BESIDE: readonly [field: readonly string[], needed: readonly string[], value: unknown][] = [
  [['fields', 'purchasePriceOnRequest'], ['fields', 'purchasePriceOnRequest'], true],
  [['expiresAt'], ['expiresAt'], '2999-11-01T08:30:00.000Z'],
  [['settings'], ['type'], ANY_PORTAL],
];

const CHOICES: Readonly<Record<string, Choices>> = {
  'POST /jobs': {
    by: 'action',
    fields: {
      publish: 'ids targetIds',
      takeDown: 'filter? targetIds?',
      retry: 'ids targetIds?',
      setContact: 'filter? contactId',
      setSalesStatus: 'ids salesStatus',
      delete: 'filter?',
    } satisfies Record<JobAction, string>,
  },
};

/** Fields that another one asks for, or that stand for another one. */
const ASKED_FOR = ['fields.residentialEnergyCertificate.energyConsumption', 'filter'];

const SOME_ID = 'd1a2b3c4e5f6g7h8i9j0';

const operations = apiRoutes.flatMap(({ method, path, status }) => {
  const operation = resolved(document, document.paths[path]![method.toLowerCase()]) as Operation;
  return [
    {
      name: `${method} ${path}`,
      method,
      path: path.replaceAll(/\{\w+\}/g, SOME_ID),
      status,
      operation,
    },
  ];
});

/** A choice of shapes is as many bodies; the field that decides is only broken in the first. */
const bodies = operations.flatMap(({ name, method, path, status, operation }) => {
  const root = operation.requestBody?.content['application/json']?.schema;
  if (!root) return [];
  const choices = CHOICES[name];
  const shapes = choices ? chosenShapes(root, choices) : bodyShapes(root);
  return shapes.map(({ schema, body: full, propertyType, choice = propertyType }, index) => {
    const body = BESIDE.filter(([field]) => valueAt(full, field) !== undefined).reduce<unknown>(
      (made, [, needed, value]) => replaced(made, needed, value),
      full,
    ) as Record<string, unknown>;
    const shape = choice ?? (index > 0 ? `shape ${String(index + 1)}` : undefined);
    const title = shape === undefined ? name : `${name}, ${shape}`;
    const address = propertyType ? path.replace(SOME_ID, idOfProperty(propertyType)) : path;
    return { name, title, method, path: address, status, schema, body, first: index === 0 };
  });
});

/** Types share the rules of most fields, and a rule is broken once for each operation. */
const brokenBefore = new Set<string>();

function newlyBroken(name: string, broken: BrokenField): boolean {
  const { path, title, code, body } = broken;
  const rule = JSON.stringify([name, path, title, code, valueAt(body, path.split('.'))]);
  if (brokenBefore.has(rule)) return false;
  brokenBefore.add(rule);
  return true;
}

it.each(['POST /properties', 'PUT /properties/{id}'])(
  'the bodies of %s are those of every property type',
  (name) => {
    const tested = bodies.filter(({ title }) => title.startsWith(`${name}, `)).map(({ title }) => title);
    expect(tested).toEqual(PROPERTY_TYPE_NAMES.map((type) => `${name}, ${type}`));
  },
);

let gateway: BareGateway;
beforeAll(async () => {
  gateway = await startBareGateway();
});
afterAll(() => gateway.close());

async function expectRefused(method: string, path: string, broken: BrokenField): Promise<void> {
  const where = `${broken.path} ${broken.title}`;
  const { status, body } = await gateway.send(method, path, broken.body);
  expect(status, where).toBe(400);
  expect(body, where).toMatchObject({ error: 'Bad Request', statusCode: 400, code: 'validation-failed' });
  expect(body.requestId, where).toMatch(/./);
  const told = body.details.filter((detail) => detail.path === broken.path);
  expect(
    told.map(({ code }) => code),
    `${where}: ${body.message}`,
  ).toContain(broken.code);
  if (broken.code === 'wrong-type') {
    const within = body.details.filter(({ path: field }) => `${field}.`.startsWith(`${broken.path}.`));
    expect(within, `${where} is told once`).toHaveLength(1);
  }
  for (const word of broken.words ?? []) expect(body.message).toContain(word);
  for (const { path: field, message } of body.details) {
    expect(message.startsWith(`${field} `), message).toBe(true);
    expect(body.message).toContain(message);
  }
}

describe.each(bodies)('$title', ({ name, method, path, status, schema, body, first }) => {
  const cases = brokenFields(schema, body).filter(({ path: field }) => first || field !== 'type');
  const byField = Map.groupBy(cases, (one) => one.path);
  const tested = Map.groupBy(
    cases.filter((one) => newlyBroken(name, one)),
    (one) => one.path,
  );

  it('a body with every field is accepted', async () => {
    const answer = await gateway.send(method, path, body);
    expect(answer.status, answer.body.message).toBe(status);
  });

  it('a body without any one of its optional fields is accepted', async () => {
    for (const field of optionalFields(schema)) {
      const answer = await gateway.send(method, path, replaced(body, field, undefined));
      if (!ASKED_FOR.includes(field.join('.')))
        expect(answer.status, `${field.join('.')}: ${answer.body.message}`).toBe(status);
    }
  });

  it.each([...tested])('a body that breaks the rules of %s is refused', async (_field, ways) => {
    for (const broken of ways) await expectRefused(method, path, broken);
  });

  it.each([
    ['no JSON', '{"a":', 'malformed-json'],
    ['a list', [], 'validation-failed'],
    ['a text', '"text"', 'validation-failed'],
    ['null', 'null', 'validation-failed'],
  ])('%s in place of a body is refused', async (_title, sent, code) => {
    const answer = await gateway.send(method, path, sent);
    expect(answer).toMatchObject({ status: 400, body: { error: 'Bad Request', statusCode: 400, code } });
  });

  it('a body with several broken fields is refused with all of them', async () => {
    const top = [...byField].filter(([field]) => !field.includes('.')).map(([field]) => field);
    const allNull = Object.fromEntries(top.map((field) => [field, null]));
    const answer = await gateway.send(method, path, allNull);
    const told = new Set(answer.body.details.map((detail) => detail.path));
    expect([...told].sort()).toEqual(
      expect.arrayContaining(top.filter((field) => first || field !== 'colourOfTheDoor').sort()),
    );
  });

  it('any body is answered with a success or a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom(...Object.keys(body))), fc.jsonValue()),
        async (sent) => {
          const answer = await gateway.send(method, path, { ...body, ...sent });
          expect([status, 400]).toContain(answer.status);
        },
      ),
      { numRuns: 25 },
    );
  });
});

const BROKEN_QUERIES: Record<string, [value: string, code: string][]> = {
  limit: [['0', 'too-small'], ['101', 'too-big'], ['1.5', 'wrong-type'], ['ten', 'wrong-type'], ['', 'wrong-type'], ['0x10', 'wrong-type'], ['1e1', 'wrong-type'], [' 5', 'wrong-type'], ['99999999999999999999', 'wrong-type']],
  startAfter: [['x', 'wrong-format'], ['', 'wrong-format'], ['D1A2B3C4E5F6G7H8I9J0', 'wrong-format'], ['d1a2b3c4e5f6g7h8i9j0a', 'wrong-format'], ['d1a2b3c4e5f6g7h8i9jw', 'wrong-format']],
  order: [['up', 'not-allowed'], ['', 'not-allowed']],
}; // oxfmt-ignore

const lists = operations.filter(
  ({ method, operation }) =>
    method === 'GET' && operation.parameters?.some(({ name }) => name === 'startAfter'),
);

describe.each(lists)('$name', ({ path, operation }) => {
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');

  it('a query with every parameter is accepted', async () => {
    const query = new URLSearchParams(
      parameters.map(({ name, schema }): [string, string] => [name, String(fullExample(schema))]),
    );
    const answer = await gateway.send('GET', `${path}?${query.toString()}`);
    expect(answer.body.message).toBeUndefined();
  });

  it.each(
    Object.entries(BROKEN_QUERIES).flatMap(([name, values]) =>
      values.map(([value, code]) => ({ name, value, code })),
    ),
  )('refuses $name=$value', async ({ name, value, code }) => {
    const answer = await gateway.send('GET', `${path}?${name}=${encodeURIComponent(value)}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'Bad Request', statusCode: 400, code: 'validation-failed' });
    // A timeline has one order only.
    const isKnown = parameters.some((parameter) => parameter.name === name);
    const expected = isKnown ? code : 'unknown-field';
    expect(answer.body.details).toEqual([expect.objectContaining({ path: name, code: expected })]);
  });

  it('a query with an unknown value, an unknown name or a repeated name is refused', async () => {
    const listed = parameters.filter(({ schema }) => schema.enum);
    for (const { name } of listed) {
      const answer = await gateway.send('GET', `${path}?${name}=castle`);
      expect(answer.body.details).toEqual([expect.objectContaining({ path: name, code: 'not-allowed' })]);
    }
    const unknown = await gateway.send('GET', `${path}?colour=red`);
    expect(unknown.body.details).toEqual([
      expect.objectContaining({ path: 'colour', code: 'unknown-field' }),
    ]);
    for (const { name } of parameters)
      expect((await gateway.send('GET', `${path}?${name}=a&${name}=b`)).status).toBe(400);
  });
});

describe('numbers and names that JSON allows', () => {
  const json = (name: string, value: string) => `{"email":"a@example.org","lastName":"B","${name}":${value}}`;

  it.each(['1e400', '-1e400', '123456789012345678901234567890'])(
    '%s is refused where a text is expected',
    async (value) => {
      const answer = await gateway.send('POST', '/contacts', json('title', value));
      expect(answer.body.details).toEqual([
        { path: 'title', message: 'title must be a string', code: 'wrong-type' },
      ]);
    },
  );

  it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
    '%s is refused as an unknown field',
    async (name) => {
      const answer = await gateway.send('POST', '/contacts', json(name, '{"isAdmin":true}'));
      expect(answer.body.details).toEqual([
        { path: name, message: `${name} is not a known field`, code: 'unknown-field' },
      ]);
      expect(Object.prototype).not.toHaveProperty('isAdmin');
    },
  );

  it('a body that is nested a hundred thousand levels deep is refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect((await gateway.send('POST', '/contacts', json('title', deep))).status).toBe(400);
  });
});
