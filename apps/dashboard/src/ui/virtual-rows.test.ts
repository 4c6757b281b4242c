import { expect, it } from 'vitest';
import { gridOf } from './virtual-rows.tsx';

it('columns that are left out where space is short have no width there', () => {
  const columns = [{ width: '2fr' }, { width: '130px', wideOnly: true }, { width: '1fr' }];
  expect(gridOf(columns)).toEqual({ '--columns': '2fr 130px 1fr', '--columns-short': '2fr 1fr' });
});
