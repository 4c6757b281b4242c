import { describe, expect, it } from 'vitest';
import { defineCollection, shardKeysOf } from './define-collection.ts';
import type { CollectionDeclaration } from './define-collection.ts';

interface Viewing {
  _id: string;
  accountId: string;
  visitor: string;
  personKeys?: string[];
}

const WHOLE: CollectionDeclaration<Viewing> = {
  name: 'viewings',
  indexes: [{ key: { accountId: 1, _id: 1 }, name: 'page' }],
  account: { kind: 'others' },
  person: { none: 'The visitors are fictitious.' },
  exportedAs: ['property'],
};

describe('the declaration of a collection', () => {
  it('a collection without a rule for accounts, for persons or for the export does not compile', () => {
    const { account, person, exportedAs, ...facts } = WHOLE;
    // @ts-expect-error an account is closed
    const unclosed: CollectionDeclaration<Viewing> = { ...facts, person, exportedAs };
    // @ts-expect-error a person is erased
    const unerased: CollectionDeclaration<Viewing> = { ...facts, account, exportedAs };
    // @ts-expect-error an account is exported
    const unexported: CollectionDeclaration<Viewing> = { ...facts, account, person };
    // @ts-expect-error an exception has a reason
    const unexplained: CollectionDeclaration<Viewing> = { ...WHOLE, account: {} };
    // @ts-expect-error the export has no such lines
    const unknown: CollectionDeclaration<Viewing> = { ...WHOLE, exportedAs: ['viewing'] };
    // @ts-expect-error nothing is exported, without a reason
    const nothing: CollectionDeclaration<Viewing> = { ...WHOLE, exportedAs: [] };
    const refused = [unclosed, unerased, unexported, unexplained, unknown, nothing];
    expect(new Set(refused.map(({ name }) => name))).toEqual(new Set(['viewings']));
  });

  it('a collection whose persons are found by no index is refused', () => {
    const person = { keys: ['personKeys'], texts: ({ visitor }: Viewing) => [visitor] };
    expect(() => defineCollection<Viewing>({ ...WHOLE, person })).toThrow(
      'The collection viewings finds persons by personKeys without an index.',
    );
  });

  it('a collection whose unique index does not begin with its shard key is refused', () => {
    const indexes = [{ key: { visitor: 1 }, name: 'visitor', unique: true }];
    expect(() => defineCollection<Viewing>({ ...WHOLE, indexes, shardKey: { accountId: 1 } })).toThrow(
      'has the unique index visitor, which does not begin with its shard key',
    );
  });

  it('the shard keys of collections are those that are declared', () => {
    const viewings = defineCollection<Viewing>({ ...WHOLE, shardKey: { accountId: 1 } });
    const others = defineCollection<Viewing>({ ...WHOLE, name: 'others' });
    expect(shardKeysOf({ viewings, others })).toEqual({ viewings: { accountId: 1 } });
  });
});
