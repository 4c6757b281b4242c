import { describe, expect, it } from 'vitest';
import { createIdSource, idAt, firstIdAt, newId, randomId } from './ids.ts';

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const ID = /^[0-9a-v]{20}$/;

/** When the id was made, to the second: its first 32 bits. */
const idTime = (id: string): Date => new Date(Math.floor(parseInt(id.slice(0, 7), 32) / 8) * 1000);

describe('an id', () => {
  it('an id has 20 characters that the contracts accept', () => {
    expect(newId()).toMatch(ID);
  });

  it('an id says to the second when it was made', () => {
    expect(idTime(createIdSource(() => AT)())).toEqual(new Date(Math.floor(AT / 1000) * 1000));
  });

  it('an id sorts after the first one of its second and before that of the next', () => {
    const ids = Array.from(
      { length: 100 },
      createIdSource(() => AT),
    );
    for (const id of ids) {
      expect(firstIdAt(new Date(AT)) <= id).toBe(true);
      expect(id < firstIdAt(new Date(AT + 1000))).toBe(true);
    }
    expect(idTime(firstIdAt(new Date(AT)))).toEqual(new Date(Math.floor(AT / 1000) * 1000));
  });

  it('an id is unique and sorts after the one before, also within one second', () => {
    const source = createIdSource(() => AT);
    const ids = Array.from({ length: 50_000 }, source);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(ids);
  });

  it('an id keeps the order when the counter of a second overflows', () => {
    const source = createIdSource(
      () => AT,
      () => 2 ** 24 - 2,
    );
    const ids = Array.from({ length: 5 }, source);
    expect(ids.toSorted()).toEqual(ids);
    const seconds = ids.map((id) => (idTime(id).getTime() - Math.floor(AT / 1000) * 1000) / 1000);
    expect(seconds).toEqual([0, 0, 1, 1, 2]);
  });

  it('an id keeps the order when the clock goes back a little', () => {
    let now = AT;
    const source = createIdSource(() => now);
    const before = source();
    now -= 30_000;
    expect(source() > before).toBe(true);
  });

  it('an id believes a clock that was put back, and stays unique', () => {
    let now = AT;
    const source = createIdSource(() => now);
    const before = source();
    now -= 86_400_000;
    const after = source();
    expect(idTime(after).getTime()).toBe(idTime(before).getTime() - 86_400_000);
    expect(after.slice(8, 14)).not.toBe(before.slice(8, 14));
  });

  it('an id comes from another origin in another source', () => {
    expect(createIdSource(() => AT)().slice(7, 14)).not.toBe(createIdSource(() => AT)().slice(7, 14));
  });
});

describe('an id of a moment that is over', () => {
  it('an id of a moment that is over sorts by it, and before the ids that were made in that second', () => {
    const made = createIdSource(() => AT)();
    const ms = [AT - 1000, AT - 1, AT, AT, AT + 999 - (AT % 1000)];
    const ids = ms.map((each) => idAt(new Date(each)));
    expect([...ids, made].toSorted()).toEqual([...ids, made]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => ID.test(id))).toBe(true);
    expect(idTime(ids[2] ?? '').getTime()).toBe(Math.floor(AT / 1000) * 1000);
  });
});

describe('a random id', () => {
  it('a random id has the form of an id, and each of its characters is any of the 32', () => {
    const ids = Array.from({ length: 2000 }, randomId);
    expect(ids.every((id) => ID.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(2000);
    for (let at = 0; at < 20; at += 1) expect(new Set(ids.map((id) => id.charAt(at))).size).toBe(32);
  });
});
