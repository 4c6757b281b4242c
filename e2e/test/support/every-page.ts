import { readFile } from 'node:fs/promises';
import type { Contact, Job, Listing, Page as ListPage, Property, Target, Webhook } from '@estate/contracts';
import { EXAMPLE_FIELDS } from '@estate/contracts/examples';
import { freePort } from '@estate/testing';
import { ALL_EVENTS, contactInput, propertyInput, targetInput } from './data.ts';
import { importExamples } from './import-examples.ts';
import { marketOf } from './market.ts';
import { sandboxOf } from './sandbox.ts';
import { until } from './until.ts';
import type { CustomerAccount, World } from './world.ts';

/** More rows than a page shows at once. */
const MANY = 50;

/** The path of every page, as the router of the dashboard or of the console has it. */
export async function routedPaths(app: 'app' | 'console'): Promise<string[]> {
  const router = new URL(`../../../apps/dashboard/src/${app}/router.tsx`, import.meta.url);
  const text = await readFile(router, 'utf8');
  const paths = [...text.matchAll(/(?:\bpage\(\s*|\bpath: )'([^']+)'/g)].map(([, path]) => path ?? '');
  const pages = text.match(/import\('\.\.?\/pages\//g) ?? [];
  // Every page that is imported has a path, and one more is for all other addresses.
  if (paths.length !== pages.length + 1) throw new Error('the router cannot be read');
  return paths;
}

/** One page with data as a customer has them. */
export interface EveryPage {
  /** The path in the router. */
  path: string;
  /** The address of an example. */
  address: string;
  name: string;
  /** What a reader does on the page in the first place. */
  action?: {
    role: 'link' | 'button' | 'textbox' | 'searchbox' | 'combobox' | 'checkbox';
    name: string | RegExp;
  };
}

interface Named {
  id: string;
}

/** What the pages are opened with. */
export interface Examples {
  properties: Record<'published' | 'failed', Named>;
  targets: Record<'good' | 'failing' | 'paused' | 'marketplace', Named>;
  listings: Record<'published' | 'failed' | 'paused', Named>;
  webhooks: Record<'good' | 'failing', Named>;
  contact: Named;
  request: Named;
  mail: Named;
  job: Named;
  deliveries: Record<'succeeded' | 'failing', Named>;
  /** Of nothing. */
  unknown: Named;
  openImmo: { source: Named; imports: Record<'finished' | 'waiting' | 'failed', Named> };
}

const first = async (api: CustomerAccount['api'], path: string): Promise<Named | undefined> =>
  (await api.get<ListPage<Named>>(path)).data[0];

/** Waits for the first thing of a list. */
const arrived = async (api: CustomerAccount['api'], path: string): Promise<Named> => {
  const found = await until({
    what: `something at ${path}`,
    look: () => first(api, path),
    good: (one) => one !== undefined,
  });
  if (found === undefined) throw new Error(`nothing at ${path}`);
  return found;
};

async function makeTargets(
  { stack }: World,
  { api }: CustomerAccount,
): Promise<Record<keyof Examples['targets'], Target>> {
  const make = (index: number, name: string, credentials = {}) =>
    api.post<Target>('/targets', { ...targetInput(stack, index, credentials), name });
  await api.put('/account', marketOf(stack).consumer);
  return {
    good: await make(0, 'Munich office'),
    failing: await make(1, 'Office at the lake', { password: 'wrong' }),
    paused: await make(2, 'Branch Hamburg'),
    marketplace: await api.post<Target>('/targets', {
      type: 'marketplace-24',
      redirectUrl: `${stack.receiverUrl}/`,
    }),
  };
}

async function makeProperties({ stack }: World, { api }: CustomerAccount, contactId: string) {
  const file = (path: string, more = {}) => ({ url: `${stack.filesUrl}/${path}`, ...more });
  const published = await api.post<Property>('/properties', {
    type: 'apartmentBuy',
    fields: { ...EXAMPLE_FIELDS, title: 'Leuchtturm über der Förde' },
    externalId: 'SUP-1',
    contactId,
    attachments: [
      file('photos/facade.jpg', { title: 'Facade', watermarkCaption: 'Beispiel Wohnen' }),
      file('photos/living-room.jpg', { title: 'Living room' }),
      file('plans/floor-plan.png', { title: 'Ground floor', isBlueprint: true }),
      file('documents/expose.pdf', { title: 'Exposé' }),
    ],
  });
  const failed = await api.post<Property>(
    '/properties',
    propertyInput({
      title: 'Einfamilienhaus mit Einliegerwohnung und Donaudampfschifffahrtsgesellschaftsblick',
      externalId: 'SUP-2',
      attachments: [file('photos/nowhere.jpg', { title: 'Lost' })],
    }),
  );
  return { published, failed };
}

/** Everything that a page can show, good and bad, as the services make it. */
export async function furnish(world: World, customer: CustomerAccount): Promise<Examples> {
  const { stack } = world;
  const { api } = customer;
  const sandbox = sandboxOf(stack);
  const good = await sandbox.hook(api, 'pages', [...ALL_EVENTS, 'request.created', 'request.parsing_failed']);
  const failing = await api.post<Webhook>('/webhooks', {
    url: `http://127.0.0.1:${String(await freePort())}/hooks/crm`,
    name: 'CRM',
    events: ['publication.succeeded', 'publication.failed', 'target.failing'],
    headers: { 'X-Tenant': '7' },
    maxDeliveriesPerSecond: 50,
    retryScheduleSeconds: [3600, 7200],
  });
  const contact = await api.post<Contact>('/contacts', contactInput);
  for (let number = 1; number <= MANY; number += 1) {
    await api.post('/contacts', { ...contactInput, lastName: `Hofmann ${String(number)}` });
  }
  const targets = await makeTargets(world, customer);
  await api.post(`/targets/${targets.paused.id}/pause`, { reason: 'Relaunch of the portal' });
  const properties = await makeProperties(world, customer, contact.id);
  const publish = async (targetId: string, state: Listing['state']) => {
    const { id } = await api.post<Listing>('/listings', { propertyId: properties.published.id, targetId });
    const look = () => api.get<Listing>(`/listings/${id}`);
    return until({ what: `the listing to be ${state}`, look, good: (listing) => listing.state === state });
  };
  const listings = {
    published: await publish(targets.good.id, 'published'),
    failed: await publish(targets.failing.id, 'failed'),
    paused: await publish(targets.paused.id, 'paused'),
  };
  const drop = (document: string) =>
    fetch(`${stack.mailDropUrl}/api/mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        to: `${targets.good.emailId}@${stack.inboxDomain}`,
        document,
        externalId: 'SUP-1',
      }),
    });
  await drop('basic');
  await drop('import-report');
  await takeDown(world, customer, targets.good.id);
  const hook = (id: string) => `/webhooks/${id}/deliveries?eventName=publication.failed`;
  const openImmo = await importExamples(world, customer, [targets.good.id]);
  return {
    unknown: { id: 'c0000000000000000000' },
    ...{ openImmo, properties, targets, listings, webhooks: { good, failing }, contact },
    job: await uselessJob(api, [properties.failed.id, 'c0000000000000000000']),
    request: await arrived(api, '/requests'),
    mail: await arrived(api, '/mails?state=failed'),
    deliveries: {
      succeeded: await arrived(api, `${hook(good.id)}&status=succeeded`),
      failing: await arrived(api, hook(failing.id)),
    },
  };
}

/** A job that has ended, and changed nothing: of one property there is nothing to take down, and one does not exist. */
async function uselessJob(api: CustomerAccount['api'], ids: readonly string[]): Promise<Named> {
  const { id } = await api.post<Job>('/jobs', { action: 'takeDown', ids });
  const look = () => api.get<Job>(`/jobs/${id}`);
  return until({ what: 'the job to end', look, good: ({ state }) => state === 'finished' });
}

/** A listing that was published and taken down. */
async function takeDown({ stack }: World, { api }: CustomerAccount, targetId: string): Promise<void> {
  const { id: propertyId } = await api.post<Property>(
    '/properties',
    propertyInput({ title: 'Reihenhaus am Park', externalId: 'SUP-3' }),
  );
  const { id } = await api.post<Listing>('/listings', { propertyId, targetId });
  const look = () => api.get<Listing>(`/listings/${id}`);
  await until({ what: 'the publication', look, good: ({ published }) => published });
  await api.delete(`/listings/${id}`);
  await until({
    what: 'the portal to have taken the object down',
    look: () => sandboxOf(stack).objects(),
    good: (objects) => objects.every(({ number }) => number !== 'SUP-3'),
  });
}

/** The property type whose form is looked at: it has every kind of field. */
export const FORM_TYPE = 'apartmentBuy';

/** An example of every page. */
export function everyPage(made: Examples): EveryPage[] {
  const { properties, targets, listings, webhooks, contact, request, mail, job, deliveries, openImmo } = made;
  const { source, imports } = openImmo;
  const link = (name: string | RegExp) => ({ role: 'link', name }) as const;
  const button = (name: string | RegExp) => ({ role: 'button', name }) as const;
  const input = (name: string | RegExp) => ({ role: 'textbox', name }) as const;
  const page = (path: string, id: string, action?: EveryPage['action'], state = ''): EveryPage => ({
    path,
    address: path.replace(':id', id),
    name: `${path.replaceAll(/[/:]+/g, '-').replaceAll(/^-|-$/g, '') || 'overview'}${state}`,
    ...(action && { action }),
  });
  const only = (path: string, action?: EveryPage['action']) => page(path, '', action);
  const delivery = (of: 'succeeded' | 'failing', { id }: Named): EveryPage => {
    // A delivery that is still attempted has nothing to resend.
    const action = button(of === 'succeeded' ? 'Resend' : 'Copy as curl');
    const shown = page('/webhooks/:id/deliveries/:deliveryId', id, action, `-${of}`);
    return { ...shown, address: shown.address.replace(':deliveryId', deliveries[of].id) };
  };
  return [
    only('/', link(/Leuchtturm/)),
    only('/properties', link('New property')),
    only('/properties/new', link(/Apartment/)),
    {
      ...page('/properties/new', '', input(/^Title/), '-form'),
      address: `/properties/new?type=${FORM_TYPE}`,
    },
    page('/properties/:id', properties.published.id, link('Publish')),
    page('/properties/:id', properties.failed.id, link('Edit'), '-failed'),
    page('/properties/:id/expose', properties.published.id, button('Print or save as PDF')),
    page('/properties/:id/edit', properties.published.id, input(/^Title/)),
    only('/contacts', link('New contact')),
    only('/contacts/new', input(/^First name/)),
    page('/contacts/:id', contact.id, button('Save')),
    only('/imports', button('Choose a file')),
    page('/imports/:id', imports.finished.id, link(/IMP-/)),
    page('/imports/:id', imports.waiting.id, button('Delete and continue'), '-waiting'),
    page('/imports/:id', imports.failed.id, button(/Objects/), '-failed'),
    only('/imports/sources', link('New source')),
    only('/imports/sources/new', input(/^Name/)),
    page('/imports/sources/:id', source.id, button('Copy all')),
    page('/imports/sources/:id/edit', source.id, input(/^Name/)),
    only('/jobs', link('Take down everywhere')),
    page('/jobs/:id', job.id, button(/Not done/)),
    only('/targets', link('New portal')),
    only('/targets/new', { role: 'combobox', name: 'Platform' }),
    { ...page('/targets/new', '', input(/^Host/), '-form'), address: '/targets/new?type=immowelt' },
    {
      ...only('/targets/return', link('Open the portal')),
      address: `/targets/return?targetId=${targets.marketplace.id}&status=accepted`,
    },
    page('/targets/:id', targets.good.id, button('Check the credentials')),
    page('/targets/:id', targets.failing.id, link('Edit'), '-failing'),
    page('/targets/:id', targets.paused.id, button('Resume'), '-paused'),
    page('/targets/:id', targets.marketplace.id, button('Connect now'), '-marketplace'),
    page('/targets/:id/edit', targets.good.id, input(/^Host/)),
    only('/listings', link('New listing')),
    {
      ...only('/listings/new', { role: 'combobox', name: /^Portal/ }),
      address: `/listings/new?propertyId=${properties.published.id}`,
    },
    page('/listings/:id', listings.failed.id, button('Retry now'), '-failed'),
    page('/listings/:id', listings.published.id, button('Take down')),
    page('/listings/:id', listings.paused.id, button('Take down'), '-paused'),
    only('/requests', link(/Jana/)),
    page('/requests/:id', request.id, link('Answer by email')),
    only('/mails', link('Neue Anfrage zu Ihrem Objekt')),
    page('/mails/:id', mail.id, button('Read again')),
    only('/events', link('Publication failed')),
    only('/webhooks', link('New webhook')),
    only('/webhooks/new', input(/^Address/)),
    page('/webhooks/:id', webhooks.good.id, button('Send a test event')),
    page('/webhooks/:id', webhooks.failing.id, button('Pause'), '-failing'),
    page('/webhooks/:id/edit', webhooks.failing.id, input(/^Address/)),
    delivery('succeeded', webhooks.good),
    delivery('failing', webhooks.failing),
    only('/account', button('New API key')),
    only('/users', button('Invite user')),
    only('/account/usage', { role: 'combobox', name: 'Month' }),
    only('/account/audit-log', { role: 'combobox', name: 'Action' }),
    only('/account/calls', { role: 'combobox', name: 'Method' }),
    page('/listings/:id', made.unknown.id, undefined, '-unknown'),
    { ...only('*', link('Back to the overview')), address: '/nowhere', name: 'not-found' },
  ];
}

/** The pages that an account has that has nothing yet. */
export const LISTS = ['/', '/properties', '/contacts', '/imports', '/imports/sources', '/jobs', '/targets', '/listings', '/requests', '/mails', '/events', '/webhooks']; // oxfmt-ignore

/** Paths of pages whose actions a person who may only read cannot take. */
export const READ_ONLY = ['/properties', '/contacts/:id', '/listings/:id', '/targets/:id', '/webhooks/:id'];
