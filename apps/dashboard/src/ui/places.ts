/** The pages of the menu. */
export const PLACES = [
  'overview', 'properties', 'contacts', 'imports', 'targets', 'listings', 'requests', 'mails', 'events', 'webhooks', 'users', 'account',
] as const; // oxfmt-ignore

type Place = (typeof PLACES)[number];

export const pathOf = (place: Place): string => (place === 'overview' ? '/' : `/${place}`);
