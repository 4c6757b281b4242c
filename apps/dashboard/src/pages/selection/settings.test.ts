import { expect, it } from 'vitest';
import { NO_SETTINGS, chosenOf, missingIn, orderOf } from './settings.ts';

const chosen = { targetIds: ['t'], contactId: 'c', salesStatus: 'sold' as const };

it('the settings of an action on many properties are missing where the action cannot begin without them', () => {
  const missing = (['publish', 'takeDown', 'retry', 'setContact', 'setSalesStatus', 'delete'] as const).map(
    (action) => missingIn(action, NO_SETTINGS),
  );
  expect(missing).toEqual([
    'many.choosePortal',
    ...[undefined, undefined],
    'many.chooseContact',
    ...[undefined, undefined],
  ]);
  expect(missingIn('publish', chosen)).toBeUndefined();
  expect(missingIn('setContact', chosen)).toBeUndefined();
});

it('the settings of an action on many properties are sent only to the action that takes them', () => {
  expect(orderOf('publish', chosen)).toEqual({ targetIds: ['t'] });
  expect(orderOf('takeDown', chosen)).toEqual({ targetIds: ['t'] });
  expect(orderOf('takeDown', NO_SETTINGS)).toEqual({});
  expect(orderOf('setContact', chosen)).toEqual({ contactId: 'c' });
  expect(orderOf('setSalesStatus', chosen)).toEqual({ salesStatus: 'sold' });
  expect(orderOf('delete', chosen)).toEqual({});
});

it('what a job gets of a selection of listings never names their properties', () => {
  expect(chosenOf({ of: 'listings', ids: ['l'] })).toEqual({ listingIds: ['l'] });
  expect(chosenOf({ of: 'listings', filter: { state: 'failed' } })).toEqual({
    listingFilter: { state: 'failed' },
  });
  expect(chosenOf({ of: 'properties', ids: ['p'] })).toEqual({ ids: ['p'] });
  expect(chosenOf({ of: 'properties', filter: {} })).toEqual({ filter: {} });
});
