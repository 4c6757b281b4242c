import { Client } from '@estate/client';
import { describe, expect, it } from 'vitest';
import { beginsWords, findInLists } from './find-by-words.ts';

const signal = new AbortController().signal;
const property = (id: string, externalId: string) => ({
  ...{ id, externalId },
  fields: { title: `Title of ${id}`, address: { city: 'Ulm' } },
});

describe('words that are looked for', () => {
  it('begin words of the text, whatever their case and accents', () => {
    expect(beginsWords('mul', 'Jana', 'Müller-Groß')).toBe(true);
    expect(beginsWords('GRO jan', 'Jana', 'Müller-Groß')).toBe(true);
    expect(beginsWords('üller', 'Jana', 'Müller')).toBe(false);
    expect(beginsWords('undefined', undefined)).toBe(false);
    expect(beginsWords('–', 'a – b')).toBe(false);
  });
});

describe('the search in lists', () => {
  const asked: string[] = [];
  const api = new Client({
    baseUrl: '',
    fetch: (input) => {
      const address = String(input);
      asked.push(address);
      if (address.startsWith('/listings')) {
        const listing = { id: 'l1', propertyId: 'p1', property: { externalId: 'OBJ-1', title: 'Loft' } };
        return Promise.resolve(Response.json({ hasMore: false, data: [listing] }));
      }
      if (address.startsWith('/contacts')) {
        const contact = { id: 'c1', firstName: 'Anna', lastName: 'Weiß', email: 'w@example.org' };
        return Promise.resolve(Response.json({ hasMore: false, data: [contact] }));
      }
      if (address.startsWith('/requests')) {
        const prospect = { firstName: 'Jana', lastName: 'Groß', email: 'jana@example.org' };
        const request = { id: 'r1', prospect, message: '', propertyProvidedByPlatform: { title: 'Loft' } };
        return Promise.resolve(Response.json({ hasMore: false, data: [request] }));
      }
      if (address.startsWith('/reports')) {
        const report = { id: 'b1', targetId: 't1', at: '2026-11-24T13:03:00.000Z', objects: [] };
        return Promise.resolve(Response.json({ hasMore: false, data: [report] }));
      }
      const isExact = address.includes('externalId=');
      const data = isExact ? [property('p1', 'OBJ-1')] : [property('p2', 'OBJ-12'), property('p1', 'OBJ-1')];
      return Promise.resolve(Response.json({ hasMore: false, data }));
    },
  });

  it('the search in lists has the property with exactly this external id first, and each property once', async () => {
    const found = await findInLists(api, 'OBJ-1', signal);
    expect(found.map(({ to }) => to)).toEqual([
      '/properties/p1',
      '/properties/p2',
      '/listings/l1',
      '/contacts/c1',
      '/requests/r1',
      '/targets/t1?report=b1&object=OBJ-1',
    ]);
    expect(found[0]).toMatchObject({ below: 'OBJ-1 · Ulm' });
    expect(found.at(-3)).toMatchObject({ title: 'Anna Weiß', below: 'w@example.org' });
    expect(found.at(-2)).toMatchObject({ title: 'Jana Groß', below: 'Loft' });
    expect(found.at(-1)).toMatchObject({ title: 'OBJ-1', below: '2026-11-24' });
    expect(asked).toContain('/reports?object=OBJ-1&limit=5&order=desc');
    expect(asked).toContain('/contacts?limit=5&q=OBJ-1&order=desc');
    expect(asked).toContain('/requests?limit=5&q=OBJ-1&order=desc');
  });

  it('the search in lists goes on until it has found enough when a page has few or none', async () => {
    const pages = [
      { hasMore: true, continueAfter: '5', data: [] },
      { hasMore: true, continueAfter: '3', data: [property('p4', 'A-4')] },
      { hasMore: false, data: [property('p1', 'A-1')] },
    ];
    const nothing = { hasMore: false, data: [] };
    const searching = new Client({
      baseUrl: '',
      fetch: (input) =>
        Promise.resolve(
          Response.json(/^\/properties.*[?&]q=/.test(String(input)) ? (pages.shift() ?? nothing) : nothing),
        ),
    });
    const found = await findInLists(searching, 'berlin ulm', signal);
    expect(found.map(({ to }) => to)).toEqual(['/properties/p4', '/properties/p1']);
  });

  it('the search in lists asks only for an external id and reports when the text has no word', async () => {
    asked.length = 0;
    await findInLists(api, '--', signal);
    expect(asked).toEqual(['/properties?externalId=--&limit=1', '/reports?object=--&limit=5&order=desc']);
  });
});
