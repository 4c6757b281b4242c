import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contracts from './index.ts';
import type { MessageDefinition } from './define-message.ts';
import type { Operation } from './define-operation.ts';

const exported = Object.entries(contracts as Record<string, unknown>).flatMap(([name, value]) =>
  isByOwner(value)
    ? Object.entries(value).map(([owner, one]) => [`${name}.${owner}`, one] as const)
    : [[name, value] as const],
);
const operations = exported.filter(
  (entry): entry is readonly [string, Operation] => hasSubject(entry[1]) && 'input' in entry[1],
);
const messages = exported.filter(
  (entry): entry is readonly [string, MessageDefinition] => hasSubject(entry[1]) && 'kind' in entry[1],
);

function hasSubject(value: unknown): value is { subject: string } {
  return typeof value === 'object' && value !== null && 'subject' in value;
}

function isByOwner(value: unknown): value is Record<string, Operation> {
  return (
    typeof value === 'object' &&
    value !== null &&
    contracts.OWNERS.some((owner) => hasSubject((value as Record<string, unknown>)[owner]))
  );
}

describe('the contracts', () => {
  it.each(messages)('%s has an example that its own schema accepts', (_name, { data, example }) => {
    expect(data.safeParse(example).error).toBeUndefined();
  });

  it('every contract has a subject of its own', () => {
    const subjects = [...operations, ...messages].map(([, { subject }]) => subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  it('the wire format of the contracts matches the committed snapshot', () => {
    const file = new URL('../wire-snapshot.json', import.meta.url);
    const now = `${JSON.stringify(wireShapes(), null, 1)}\n`;
    if (process.env['UPDATE_SNAPSHOTS'] === 'true') writeFileSync(file, now);
    expect(now).toBe(readFileSync(file, 'utf8'));
  });
});

const CLOSED = ['additionalProperties', 'unevaluatedProperties'];

/** Every subject with its shapes; named schemas stand once, in `$defs`. */
function wireShapes(): Record<string, unknown> {
  const named = new Map<string, unknown>();
  const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
    const override = (generated: Parameters<typeof contracts.byReference>[0]) => {
      contracts.byReference(generated, '#/$defs/');
      // Readers take fields that they do not know.
      if (io === 'output')
        for (const keyword of CLOSED) Reflect.deleteProperty(generated.jsonSchema, keyword);
    };
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override });
    const { $schema: _, $defs = {}, ...shape } = made;
    for (const [name, one] of Object.entries($defs)) {
      expect(named.get(name) ?? one, `${name} has one shape on the wire`).toEqual(one);
      named.set(name, one);
    }
    return shape;
  };
  const shapes = new Map<string, unknown>();
  for (const [, { subject, input, output, errors }] of operations) {
    shapes.set(subject, { input: jsonSchema(input, 'input'), output: jsonSchema(output, 'output'), errors });
  }
  for (const [, { subject, data }] of messages) shapes.set(subject, jsonSchema(data, 'output'));
  for (const schema of contracts.SHARED_SCHEMAS.values()) jsonSchema(schema, 'input');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...sorted(shapes),
    $defs: sorted(named),
  };
}

const sorted = (entries: ReadonlyMap<string, unknown>) =>
  Object.fromEntries([...entries].toSorted(([a], [b]) => a.localeCompare(b)));
