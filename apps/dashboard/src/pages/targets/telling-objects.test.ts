import { describe, expect, it } from 'vitest';
import { tellingObjects } from './telling-objects.ts';

const object = (number: string, state: 'confirmed' | 'rejected') => ({
  ...{ number, state, messages: [], fileName: 'package.zip' },
});
const objects = [object('A-1', 'rejected'), object('A-2', 'confirmed'), object('A-3', 'rejected')];
const shown = (name: string | null) => tellingObjects(objects, name).map(({ number }) => number);

describe('the objects of a report that are shown', () => {
  it('a report shows what was not simply confirmed, and first of all what was looked for, also if that was', () => {
    expect(shown(null)).toEqual(['A-1', 'A-3']);
    expect(shown('A-3')).toEqual(['A-3', 'A-1']);
    expect(shown('A-2')).toEqual(['A-2', 'A-1', 'A-3']);
    expect(shown('package.zip')).toEqual(['A-1', 'A-2', 'A-3']);
  });
});
