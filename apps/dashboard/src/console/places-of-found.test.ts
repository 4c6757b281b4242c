import { expect, it } from 'vitest';
import { placesOf } from './places-of-found.ts';

it.each([
  ['account', {}, '/accounts/i', '/'],
  ['property', {}, '/accounts/a/listings?propertyId=i', '/properties/i'],
  ['listing', {}, '/accounts/a/listings/i', '/listings/i'],
  ['target', {}, '/accounts/a/targets', '/targets/i'],
  ['request', {}, '/accounts/a', '/requests/i'],
  ['delivery', { parentId: 'w' }, '/accounts/a/webhooks/w/deliveries/i', '/webhooks/w/deliveries/i'],
  ['mail', {}, '/mails/i', undefined],
  ['operator_key', {}, '/keys', undefined],
  ['a kind that is newer than the page', {}, '/accounts/a', '/'],
])('the places of what was found: %s', (kind, more, inConsole, inDashboard) => {
  const { console, dashboard } = placesOf({ kind, id: 'i', accountId: 'a', ...more });
  expect([console, dashboard]).toEqual([inConsole, inDashboard]);
});
