import type { Found } from './types.ts';

interface Places {
  console: string;
  dashboard?: string;
}

type Named = Required<Pick<Found, 'id' | 'accountId' | 'parentId'>>;

const inAccount = (accountId: string, rest = ''): string => `/accounts/${accountId}${rest}`;
const deliveryOf = ({ id, parentId }: Named): string => `/webhooks/${parentId}/deliveries/${id}`;

/** Pages by kind of result. */
const PLACES: Readonly<Record<string, (found: Named) => Places>> = {
  account: ({ id }) => ({ console: inAccount(id), dashboard: '/' }),
  api_key: ({ accountId }) => ({ console: inAccount(accountId, '/keys'), dashboard: '/account' }),
  operator_key: () => ({ console: '/keys' }),
  mail: ({ id }) => ({ console: `/mails/${id}` }),
  property: ({ id, accountId }) => ({
    console: inAccount(accountId, `/listings?propertyId=${id}`),
    dashboard: `/properties/${id}`,
  }),
  listing: ({ id, accountId }) => ({
    console: inAccount(accountId, `/listings/${id}`),
    dashboard: `/listings/${id}`,
  }),
  target: ({ id, accountId }) => ({
    console: inAccount(accountId, '/targets'),
    dashboard: `/targets/${id}`,
  }),
  delivery: (found) => ({
    console: inAccount(found.accountId, deliveryOf(found)),
    dashboard: deliveryOf(found),
  }),
  contact: ({ id, accountId }) => ({ console: inAccount(accountId), dashboard: `/contacts/${id}` }),
  request: ({ id, accountId }) => ({ console: inAccount(accountId), dashboard: `/requests/${id}` }),
  webhook: ({ id, accountId }) => ({ console: inAccount(accountId), dashboard: `/webhooks/${id}` }),
};

/** The pages of a search result: in the console, and in the dashboard of its account. */
export function placesOf({ kind, id, accountId = '', parentId = '' }: Found): Places {
  const known = PLACES[kind]?.({ id, accountId, parentId });
  return known ?? { console: inAccount(accountId), dashboard: '/' };
}
