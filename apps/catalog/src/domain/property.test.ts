import { PROPERTY_TYPES } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { aProperty } from '../../test/fakes.ts';
import { generatedExternalIds, replacementFor } from './property.ts';

const refusal = (run: () => unknown): InvalidInput => {
  try {
    run();
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
  throw new Error('was not refused');
};

describe('an update of a property', () => {
  const present = aProperty({
    externalId: 'A-1',
    contactId: 'c'.repeat(20),
    attachments: [{ url: 'https://example.org/a' }],
  });

  it('an update of a property unsets what it leaves out', () => {
    expect(replacementFor(present, { fields: present.fields })).toEqual({
      fields: present.fields,
      attachments: [],
      links: [],
    });
  });

  it('an update of a property may repeat type and external id', () => {
    const update = { type: present.type, externalId: 'A-1', fields: present.fields };
    expect(replacementFor(present, update)).not.toHaveProperty('externalId');
  });

  it('an update of a property must not change the external id, and says where', () => {
    const error = refusal(() => replacementFor(present, { externalId: 'A-2', fields: present.fields }));
    expect(error.code).toBe('immutable-field');
    expect(error.message).toContain('externalId cannot be changed; it is "A-1"');
    expect(error.problems).toMatchObject([{ path: 'externalId', code: 'immutable-field' }]);
  });

  it('an update of a property with another external id and wrong fields names all of them', () => {
    const fields = { ...present.fields, livingArea: 0 };
    const error = refusal(() => replacementFor(present, { externalId: 'A-2', fields }));
    expect(error.problems.map(({ path }) => path)).toEqual(['externalId', 'fields.livingArea']);
    expect(error.message).toContain('fields.livingArea must be more than 0');
  });

  it('an update of a property is checked against the stored type', () => {
    const fields = { ...present.fields, livingArea: -1 };
    expect(refusal(() => replacementFor(present, { fields })).problems).toMatchObject([
      { path: 'fields.livingArea' },
    ]);
  });
});

describe('an update of a property of another type', () => {
  const { schema, examples } = PROPERTY_TYPES.plotBuy;
  const plot = { ...aProperty(), type: 'plotBuy' as const, fields: schema.parse(examples.full) };

  it('an update without a type replaces the fields of the stored type', () => {
    expect(replacementFor(plot, { fields: examples.smallest }).fields).toEqual(
      schema.parse(examples.smallest),
    );
  });

  it('an update with a field of another type is refused by the name of the field', () => {
    const error = refusal(() => replacementFor(plot, { fields: { ...examples.smallest, livingArea: 80 } }));
    expect(error.message).toBe('fields.livingArea is not a known field.');
    expect(error.code).toBe('validation-failed');
  });

  it('an update with another type is refused', () => {
    const error = refusal(() => replacementFor(plot, { type: 'plotRent', fields: examples.smallest }));
    expect(error.message).toContain('type cannot be changed; it is "plotBuy"');
  });
});

describe('a generated external id', () => {
  it('a generated external id is readable, and longer with every clash', () => {
    expect(generatedExternalIds('d1a2b3c4e5f6g7h8i9j0')).toEqual([
      'P-G7H8I9J0',
      'P-E5F6G7H8I9J0',
      'P-B3C4E5F6G7H8I9J0',
      'P-D1A2B3C4E5F6G7H8I9J0',
    ]);
  });
});
