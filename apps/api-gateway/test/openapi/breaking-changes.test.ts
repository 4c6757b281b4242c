import { describe, expect, it } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import type { Document, Schema } from './breaking-changes.ts';

const text: Schema = { type: 'string' };

function documentOf(
  change: { sent?: Schema; answered?: Schema; more?: object; event?: Schema } = {},
): Document {
  const sent = {
    type: 'object',
    properties: { name: text, kind: { ...text, enum: ['a', 'b'] } },
    required: ['name'],
  };
  const answered = { type: 'object', properties: { id: text, name: text }, required: ['id'] };
  const json = (schema: Schema) => ({ 'application/json': { schema } });
  return {
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          requestBody: { required: true, content: json(change.sent ?? sent) },
          responses: { '201': { content: json({ $ref: '#/components/schemas/Thing' }) }, '400': {} },
          ...change.more,
        },
      },
    },
    webhooks: {
      'thing.made': { post: { requestBody: { content: json(change.event ?? answered) }, responses: {} } },
    },
    components: { schemas: { Thing: change.answered ?? answered } },
  };
}

const before = documentOf();
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
});
const kind = { ...text, enum: ['a', 'b'] };

describe('a change of the document', () => {
  it.each<[string, Document, string[]]>([
    ['nothing', documentOf(), []],
    ['an operation that is gone', { ...before, paths: {} }, ['POST /things is gone']],
    ['an event that is gone', { ...before, webhooks: {} }, ['the event POST thing.made is gone']],
    [
      'another name of an operation, after which generated clients name their functions',
      documentOf({ more: { operationId: 'makeThing' } }),
      ['POST /things is named makeThing instead of createThing'],
    ],
    [
      'a new required field',
      documentOf({ sent: object({ name: text, kind, size: text }, ['name', 'size']) }),
      ['POST /things: the body, field size is required'],
    ],
    [
      'a field that cannot be sent any more',
      documentOf({ sent: object({ name: text }, ['name']) }),
      ['POST /things: the body, field kind is gone'],
    ],
    [
      'a value that is not taken any more',
      documentOf({ sent: object({ name: text, kind: { ...text, enum: ['a'] } }, ['name']) }),
      ['POST /things: the body, field kind does not take b any more'],
    ],
    [
      'a new limit and pattern',
      documentOf({ sent: object({ name: { ...text, maxLength: 5, pattern: '^a' }, kind }, ['name']) }),
      [
        'POST /things: the body, field name has the new maxLength 5',
        'POST /things: the body, field name has the new pattern ^a',
      ],
    ],
    [
      'another type',
      documentOf({ answered: object({ id: { type: 'integer' }, name: text }, ['id']) }),
      ['POST /things: the answer 201, field id is integer instead of string'],
    ],
    [
      'an answered field that is gone',
      documentOf({ answered: object({ id: text }, ['id']) }),
      ['POST /things: the answer 201, field name is gone'],
    ],
    [
      'an answered field that may be missing',
      documentOf({ answered: object({ id: text, name: text }) }),
      ['POST /things: the answer 201, field id may be missing'],
    ],
    [
      'a payload without a field',
      documentOf({ event: object({ id: text }, ['id']) }),
      ['the event POST thing.made, field name is gone'],
    ],
    [
      'another success status',
      documentOf({ more: { responses: { '200': {} } } }),
      ['POST /things does not answer 201 any more'],
    ],
    [
      'a new required parameter',
      documentOf({ more: { parameters: [{ in: 'query', name: 'size', required: true, schema: text }] } }),
      ['POST /things requires the new query parameter size'],
    ],
    [
      'one shape in place of a choice of which it is one',
      documentOf({
        sent: { anyOf: [object({ name: text, kind }, ['name']), object({ code: text }, ['code'])] },
      }),
      [],
    ],
    [
      'more to send, more that is answered, more errors, more values and wider limits',
      documentOf({
        sent: object(
          { name: { ...text, maxLength: 9000 }, kind: { ...text, enum: ['a', 'b', 'c'] }, size: text },
          [],
        ),
        answered: object({ id: text, name: text, size: text }, ['id', 'name']),
      }),
      ['POST /things: the body, field name has the new maxLength 9000'],
    ],
  ])('a change that breaks callers is described: %s', (_title, after, words) => {
    expect(breakingChanges(before, after)).toEqual(words);
  });
});
