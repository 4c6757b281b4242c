import { readProfile } from './profile.ts';
import { WrongUsage } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

/** The pages of the dashboard by their content; `:id` is the id of the resource. */
export const PAGES: Readonly<Record<string, { all: string; one?: string }>> = {
  overview: { all: '/' },
  properties: { all: '/properties', one: '/properties/:id' },
  contacts: { all: '/contacts', one: '/contacts/:id' },
  targets: { all: '/targets', one: '/targets/:id' },
  listings: { all: '/listings', one: '/listings/:id' },
  imports: { all: '/imports', one: '/imports/:id' },
  'import-sources': { all: '/imports/sources', one: '/imports/sources/:id' },
  requests: { all: '/requests', one: '/requests/:id' },
  mails: { all: '/mails', one: '/mails/:id' },
  webhooks: { all: '/webhooks', one: '/webhooks/:id' },
  events: { all: '/events' },
  users: { all: '/users' },
  account: { all: '/account' },
  'audit-log': { all: '/account/audit-log' },
  'request-log': { all: '/account/calls' },
};

/** Prints the address of a page of the dashboard, and opens it if run in a terminal. @throws WrongUsage */
export function openPage(
  kind: string,
  id: string | undefined,
  { environment, out, terminal }: Surroundings,
): void {
  const page = PAGES[kind];
  const path = id === undefined ? page?.all : page?.one?.replace(':id', encodeURIComponent(id));
  if (path === undefined) throw new WrongUsage(`The dashboard has no page for one of ${kind}.`);
  const url = `${readProfile(environment).url.replace(/\/$/, '')}/dashboard${path}`;
  out(`${url}\n`);
  terminal?.open(url);
}
