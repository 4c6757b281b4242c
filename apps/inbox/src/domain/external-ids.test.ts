import { describe, expect, it } from 'vitest';
import { publishedIdOf } from '@estate/contracts';
import { externalIdsOf } from './feedback.ts';

const node = (texts: Record<string, string>) => ({
  name: 'objekt',
  text: '',
  children: Object.entries(texts).map(([name, text]) => ({ name, text, children: [] })),
});

describe('what a property may be known by', () => {
  it.each([' ', '\n', 'P-77 ', ' P  77', `${'\u3000'.repeat(49)}a`])(
    'what a property may be known by is the external id behind the number that portals were given: %j',
    (externalId) => {
      expect(externalIdsOf(node({ oobj_id: publishedIdOf(externalId) }))).toEqual([externalId]);
    },
  );

  it('what a property may be known by is the number of a platform as it is', () => {
    const found = externalIdsOf(node({ oobj_id: 'P-77', portal_obj_id: '100%' }));
    expect(found).toEqual(['P-77', '100%']);
  });
});
