import { describe, expect, it } from 'vitest';
import { PLACES } from '../ui/places.ts';
import { GO_KEYS, KeyReader } from './key-reader.ts';
import type { Press } from './key-reader.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ...{ timeStamp: 0, ctrlKey: false, metaKey: false, altKey: false },
  ...more,
});
const readAll = (...presses: Press[]) => {
  const reader = new KeyReader();
  return presses.map((one) => reader.read(one));
};

describe('the shortcuts of the dashboard', () => {
  it('the shortcuts lead to every page of the menu', () => {
    expect(Object.values(GO_KEYS).toSorted()).toEqual([...PLACES].toSorted());
    for (const [key, place] of Object.entries(GO_KEYS)) {
      expect(readAll(press('g'), press(key, { timeStamp: 900 }))).toEqual([undefined, { kind: 'go', place }]);
    }
  });

  it('the key after g means something else when it comes late, and nothing when it leads nowhere', () => {
    expect(readAll(press('g'), press('n', { timeStamp: 2000 }))[1]).toEqual({ kind: 'create' });
    expect(readAll(press('g'), press('n', { timeStamp: 100 }))[1]).toBeUndefined();
    expect(readAll(press('p'))).toEqual([undefined]);
  });

  it('the keys for search, help, rows and a new resource are single keys, also with Shift and Caps Lock', () => {
    expect(readAll(press('/'), press('Shift'), press('?'), press('J'), press('k'), press('n'))).toEqual([
      { kind: 'search' },
      undefined,
      { kind: 'help' },
      { kind: 'row', by: 1 },
      { kind: 'row', by: -1 },
      { kind: 'create' },
    ]);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'] as const)('a key with %s is no shortcut', (modifier) => {
    expect(readAll(press('/', { [modifier]: true }), press('j', { [modifier]: true }))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
