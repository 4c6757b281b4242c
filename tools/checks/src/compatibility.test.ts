import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACCEPTED_CHANGES } from './accepted-changes.ts';
import { incompatibilities } from './compatibility.ts';
import type { Wire } from './compatibility.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../libs/contracts/${name}`, import.meta.url), 'utf8');
const released = () => JSON.parse(read('wire-released.json')) as Wire;

/** A wire format of one operation and one fact. */
const wire = (change: { input?: object; output?: object; fact?: object } = {}): Wire => ({
  'ask.catalog.get-thing': {
    input: {
      type: 'object',
      properties: { id: { type: 'string', maxLength: 20 }, kind: { enum: ['a', 'b'] } },
      required: ['id'],
      additionalProperties: false,
      ...change.input,
    },
    output: { $ref: '#/$defs/Thing' },
    errors: [],
  },
  'fact.catalog.thing.changed.v1': {
    type: 'object',
    properties: { state: { type: 'string', enum: ['on', 'off'] } },
    required: ['state'],
    ...change.fact,
  },
  $defs: {
    Thing: {
      type: 'object',
      properties: { title: { type: 'string' }, part: { $ref: '#/$defs/Thing' } },
      required: ['title'],
      ...change.output,
    },
  },
});

const found = (change: Parameters<typeof wire>[0]) => incompatibilities(wire(), wire(change));

describe('two versions of a service at once', () => {
  it('this version and the released one understand the messages of each other', () => {
    const now = JSON.parse(read('wire-snapshot.json')) as Wire;
    const found = incompatibilities(released(), now);
    const acceptedBy = (problem: string) =>
      ACCEPTED_CHANGES.filter(({ begins, ends }) => problem.startsWith(begins) && problem.endsWith(ends));
    expect(found.filter((problem) => acceptedBy(problem).length === 0)).toEqual([]);
    const used = new Set(found.flatMap(acceptedBy));
    expect(ACCEPTED_CHANGES.filter((change) => !used.has(change))).toEqual([]);
  });

  it.each([
    ['a further operation', { ...wire(), 'ask.catalog.get-other': { input: {}, output: {}, errors: [] } }],
    [
      'an optional field of an input and a looser limit',
      wire({
        input: {
          properties: { id: { type: 'string', maxLength: 30 }, kind: { enum: ['a', 'b', 'c'] }, of: {} },
        },
      }),
    ],
    [
      'a further field and value of an output',
      wire({
        output: { properties: { title: { type: 'string' }, part: { $ref: '#/$defs/Thing' }, size: {} } },
      }),
    ],
    [
      'a further field of a fact',
      wire({
        fact: { properties: { state: { type: 'string', enum: ['on', 'off'] }, since: { type: 'string' } } },
      }),
    ],
  ])('%s is compatible', (_what, now) => {
    expect(incompatibilities(wire(), now)).toEqual([]);
  });

  it.each([
    ['a new required field of an input', { input: { required: ['id', 'kind'] } }, 'kind may be missing'],
    [
      'a field of an input that is no longer taken',
      { input: { properties: { id: { type: 'string', maxLength: 20 } } } },
      'kind is sent and refused',
    ],
    [
      'a tighter limit of an input',
      { input: { properties: { id: { type: 'string', maxLength: 10 }, kind: { enum: ['a', 'b'] } } } },
      'is read with maxLength 10',
    ],
    [
      'a value of an input that is no longer taken',
      { input: { properties: { id: { type: 'string', maxLength: 20 }, kind: { enum: ['a'] } } } },
      'kind may be "b", which is not read',
    ],
    ['a field of an output that may be missing', { output: { required: [] } }, 'title may be missing'],
    [
      'a field of an output of another type',
      { output: { properties: { title: { type: 'number' } } } },
      'title is number where string is read',
    ],
    [
      'a further value in a fact, which its readers validate',
      { fact: { properties: { state: { type: 'string', enum: ['on', 'off', 'between'] } } } },
      'state may be "between"',
    ],
    [
      'a number of an input that must be a multiple',
      { input: { properties: { id: { type: 'string', maxLength: 20, multipleOf: 2 } } } },
      'id is read with multipleOf 2',
    ],
    ['a fact with other text', { fact: { properties: { state: { type: 'string' } } } }, 'any value'],
  ])('%s is refused', (_what, change, problem) => {
    expect(found(change).join('\n')).toContain(problem);
  });

  it('a change of one variant is found as such, however much more another variant has in common with it', () => {
    const home = {
      properties: { type: { const: 'home' }, rooms: {}, area: {} },
      required: ['rooms', 'area'],
    };
    const plot = { properties: { type: { const: 'plot' } } };
    const of = (...oneOf: object[]): Wire => ({ 'event.made': { type: 'object', oneOf }, $defs: {} });
    const roomless = { ...home, required: ['area'] };
    expect(incompatibilities(of(home, plot), of(roomless, plot))).toEqual([
      'event.made.rooms may be missing where it is required',
    ]);
    const bare = { ...home, required: [] };
    expect(incompatibilities(of(home, plot), of(bare, plot))).toEqual([
      'event.made.rooms may be missing where it is required',
      'event.made.area may be missing where it is required',
    ]);
  });

  it('an operation that is gone is refused, and so is a change deep in the released contracts', () => {
    const { 'ask.catalog.get-thing': _, ...rest } = wire();
    expect(incompatibilities(wire(), rest as Wire)).toEqual([
      'ask.catalog.get-thing is gone, and the released version uses it',
    ]);
    const changed = JSON.parse(
      read('wire-released.json').replaceAll('"livingArea"', '"livingSpace"'),
    ) as Wire;
    expect(incompatibilities(released(), changed).join('\n')).toContain('livingArea is sent and refused');
  });
});
