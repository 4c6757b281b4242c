import { defineCollection } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { collectionsDocument } from './collections-table.ts';

const walks = defineCollection({
  name: 'walks',
  indexes: [],
  account: { none: 'It is progress.' },
  person: { none: 'It is progress.' },
  exportedAs: { none: 'It is progress.' },
});
const visits = defineCollection<{ personKeys: string[]; code: string }>({
  name: 'visits',
  indexes: [
    { key: { personKeys: 1 }, name: 'person' },
    { key: { endedAt: 1 }, name: 'retention', expireAfterSeconds: 172_800 },
  ],
  ttl: true,
  endingLater: true,
  account: { kind: 'others' },
  person: { keys: ['personKeys'], texts: () => [] },
  exportedAs: ['request'],
  sealed: ['code'],
});

describe('the table of collections', () => {
  const page = collectionsDocument([
    { service: 'catalog', collections: [walks] },
    { service: 'inbox', collections: [visits, walks] },
  ]);
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));

  it('a collection says how it is erased and exported, its secrets, and when it expires', () => {
    expect(rows[0]).toBe(
      '| `visits` | erased | erased | `request` | `code` | 2 d after `endedAt`, at `expiresAt`, once it has ended |',
    );
  });

  it('a collection of several services is one row with its reason once', () => {
    expect(rows.slice(1)).toEqual(['| `walks` | It is progress. |  |  |  |  | all |']);
  });
});
