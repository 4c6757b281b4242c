import { describe, expect, it } from 'vitest';
import { readSections } from '../test-support/one-object.ts';
import { importedIdOf } from './identity.ts';

describe('the external id of an imported object', () => {
  it.each(['0', '000', '-', '--', 'k.A.', 'n/a', 'null', ''])(
    'an object with the number %j, which says nothing, is known by its next number',
    (external) => {
      expect(importedIdOf({ external, openimmo: 'OBID-1', internal: '17' })).toBe('OBID-1');
      expect(importedIdOf({ external, openimmo: external, internal: '17' })).toBe('17');
    },
  );

  it('an object whose numbers all say nothing keeps the first of them', () => {
    expect(importedIdOf({ external: '0', openimmo: '-' })).toBe('0');
    expect(importedIdOf({})).toBeUndefined();
  });

  it.each(['10', 'A-0', '0815', 'K-1'])('an object with the number %j is known by it', (external) => {
    expect(importedIdOf({ external, openimmo: 'OBID-1' })).toBe(external);
  });
});

describe('the number of an object', () => {
  const numbered = (inside: string) => readSections({ verwaltung_techn: inside });

  it.each(['0', '-', 'k.A.'])(
    'a number %j that says nothing has a warning if there is no other',
    async (number) => {
      const { property, problems } = await numbered(
        `<objektnr_extern>${number}</objektnr_extern><openimmo_obid>-</openimmo_obid>`,
      );
      expect(property).toBeDefined();
      expect(problems).toMatchObject([
        { severity: 'warning', path: 'verwaltung_techn', value: number, reason: 'number_unsaid' },
      ]);
    },
  );

  it('a number that says nothing has no warning beside one that says which object it is', async () => {
    const read = await numbered('<objektnr_extern>0</objektnr_extern><openimmo_obid>OBID-1</openimmo_obid>');
    expect([read.externalId, read.problems]).toEqual(['OBID-1', []]);
  });
});
