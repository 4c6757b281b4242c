import { describe, expect, it } from 'vitest';
import { documentedAnswers } from './documented-answers.ts';

const thing = {
  type: 'object',
  properties: { id: { type: 'string' }, madeAt: { type: 'string', format: 'date-time' } },
  required: ['id'],
};
const document = {
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      get: {
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          '404': { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/things/special': { get: { responses: { '204': { description: 'nothing' } } } },
  },
  components: {
    schemas: { Thing: thing },
    responses: {
      NotFound: {
        'x-codes': ['thing-not-found'],
        content: {
          'application/json': { schema: { type: 'object', properties: { code: {}, statusCode: {} } } },
        },
      },
    },
  },
};
const check = documentedAnswers(document);
const json = (status: number, body: unknown, path = '/things/1', method = 'GET') =>
  check({ method, path, status, mediaType: 'application/json; charset=utf-8', body });

describe('an answer', () => {
  it('a response that is as documented is not reported', () => {
    expect(json(200, { id: '1', madeAt: '2026-11-01T08:30:00.000Z' })).toBeUndefined();
    expect(json(404, { code: 'thing-not-found', statusCode: 404 })).toBeUndefined();
    expect(json(404, { code: 'path-unknown', statusCode: 404 }, '/nothing')).toBeUndefined();
    expect(
      check({ method: 'GET', path: '/things/special', status: 204, mediaType: null, body: undefined }),
    ).toBeUndefined();
  });

  it.each([
    ['a field that nobody documented', json(200, { id: '1', secret: 1 }), 'additional properties'],
    ['a missing field', json(200, {}), "required property 'id'"],
    ['another format', json(200, { id: '1', madeAt: 'today' }), 'format "date-time"'],
    ['another status', json(202, { id: '1' }), 'status is not documented'],
    ['another code', json(404, { code: 'other', statusCode: 404 }), 'code other is not documented'],
    ['another operation', json(200, { id: '1' }, '/things/1', 'PUT'), 'operation is not documented'],
    ['another path', json(200, { id: '1' }, '/nothing'), 'operation is not documented'],
    [
      'another media type',
      check({ method: 'GET', path: '/things/1', status: 200, mediaType: 'text/html', body: '' }),
      'media type',
    ],
  ])('a response with %s is reported', (_title, difference, words) => {
    expect(difference).toContain(words);
  });
});

describe('an answer that is made of several schemas', () => {
  const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const sized = {
    type: 'object',
    properties: { size: { type: 'number' } },
    allOf: [{ $ref: '#/components/schemas/Named' }],
  };
  const schemas = { Named: named, Thing: sized };
  const composed = documentedAnswers({ ...document, components: { ...document.components, schemas } });
  const answered = (body: unknown) =>
    composed({ method: 'GET', path: '/things/1', status: 200, mediaType: 'application/json', body });

  it('a response with the fields of all schemas is as documented', () => {
    expect(answered({ name: 'a', size: 1 })).toBeUndefined();
  });

  it('a response with a field that none of the schemas names is reported', () => {
    expect(answered({ name: 'a', size: 1, more: true })).toMatch(/must NOT have unevaluated properties/);
    expect(answered({ size: 1 })).toMatch(/must have required property 'name'/);
  });
});
