import type { ListingQuery } from '@estate/client';
import { expect, it } from 'vitest';
import { askedFor } from './asked-for.ts';

const PENDING = { status: { planned: { state: 'pending', scheduled: 'true' } } };

const asked = (address: string) =>
  askedFor<ListingQuery>(
    { settled: (name) => new URLSearchParams(address).get(name) ?? '' },
    ['targetId', ['status', 'state'], 'q'],
    PENDING,
  );

it('the filters of an address become the query of the API, without those that are not set', () => {
  expect(asked('status=failed&q=haus&other=1')).toEqual({ state: 'failed', q: 'haus' });
});

it('a value of a filter that stands for several fields sets all of them', () => {
  expect(asked('status=planned&targetId=t')).toEqual({ targetId: 't', state: 'pending', scheduled: 'true' });
});
