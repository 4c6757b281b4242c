import { getContact } from '@estate/contracts';
import type { Contact } from '@estate/contracts';
import { NotFound } from '@estate/errors';
import { describe, expect, it } from 'vitest';
import { changeIfMatch, etagOf, isMatch } from './precondition.ts';

const first: Contact = {
  id: 'd1a2b3c4e5f6g7h8i9j0',
  email: 'anna@example.org',
  lastName: 'Beispiel',
  createdAt: '2026-11-01T08:30:00.000Z',
  updatedAt: '2026-11-01T08:30:00.000Z',
};
const etag = (contact: Contact) => etagOf(JSON.stringify(getContact.output.parse(contact)));

/** A store of one contact; `between` runs after every read. */
function store(between: (save: (next: Contact) => void) => void = () => undefined) {
  let saved: Contact | null = first;
  const wish = { ...first, lastName: 'Neu' };
  const change = (terms: { ifMatch?: string }) =>
    changeIfMatch(terms, {
      shownBy: getContact,
      read: () => {
        const record = saved;
        if (!record) return Promise.reject(new NotFound('There is no such contact.'));
        between((next) => (saved = next));
        return Promise.resolve(record);
      },
      show: (record) => record,
      write: (record, only) => {
        if (only && saved !== record) return Promise.resolve(null);
        saved = wish;
        return Promise.resolve(wish);
      },
    });
  return { change, saved: () => saved };
}

describe('changing a resource if it matches', () => {
  it('a change without If-Match needs no match', async () => {
    expect(await store().change({})).toMatchObject({ lastName: 'Neu' });
  });

  it.each(['*', etag(first), `"other", ${etag(first)}`])('a change is accepted with %s', async (ifMatch) => {
    expect(await store().change({ ifMatch })).toMatchObject({ lastName: 'Neu' });
  });

  it.each(['"other"', `W/${etag(first)}`, ''.padEnd(3, ',')])(
    'a change is refused with %s',
    async (ifMatch) => {
      const { change, saved } = store();
      await expect(change({ ifMatch })).rejects.toMatchObject({ code: 'precondition-failed' });
      expect(saved()).toBe(first);
    },
  );

  it('a change notices a concurrent writer between its read and its write', async () => {
    const other = { ...first, lastName: 'Schneller' };
    const { change, saved } = store((save) => save(other));
    await expect(change({ ifMatch: etag(first) })).rejects.toMatchObject({ code: 'precondition-failed' });
    expect(saved()).toBe(other);
  });

  it('a change ignores concurrent changes that its reader does not see', async () => {
    let once = true;
    const { change } = store((save) => {
      if (once) save({ ...first });
      once = false;
    });
    expect(await change({ ifMatch: etag(first) })).toMatchObject({ lastName: 'Neu' });
  });

  it('ETags differ if a single byte differs', () => {
    expect(isMatch(etagOf('{"a":1}'), '{"a":1}')).toBe(true);
    expect(isMatch(etagOf('{"a":1}'), '{"a":1} ')).toBe(false);
  });
});
