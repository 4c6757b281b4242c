import { createBrowserRouter } from 'react-router';
import type { RouteObject } from 'react-router';
import type { ComponentType } from 'react';
import { Loading } from '../ui/loading.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { BrokenPage } from './broken-page.tsx';
import { openedLink } from '../api/opened-link.ts';
import { forWriters } from './for-writers.tsx';
import { Shell } from './shell.tsx';

const CHANGES = /\/(?:new|edit)$/;

/** A page whose script is loaded on the first visit. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: CHANGES.test(path) ? forWriters(await load()) : await load() }),
  ErrorBoundary: BrokenPage,
});

const pages: RouteObject[] = [
  page('/', async () => (await import('../pages/overview/overview-page.tsx')).OverviewPage),
  page('/properties', async () => (await import('../pages/properties/properties-page.tsx')).PropertiesPage),
  page(
    '/properties/new',
    async () => (await import('../pages/properties/new-property-page.tsx')).NewPropertyPage,
  ),
  page(
    '/properties/:id/edit',
    async () => (await import('../pages/properties/edit-property-page.tsx')).EditPropertyPage,
  ),
  page(
    '/properties/:id/expose',
    async () => (await import('../pages/properties/expose-page.tsx')).ExposePage,
  ),
  page('/properties/:id', async () => (await import('../pages/properties/property-page.tsx')).PropertyPage),
  page('/contacts', async () => (await import('../pages/contacts/contacts-page.tsx')).ContactsPage),
  page('/contacts/new', async () => (await import('../pages/contacts/new-contact-page.tsx')).NewContactPage),
  page('/contacts/:id', async () => (await import('../pages/contacts/contact-page.tsx')).ContactPage),
  page('/imports', async () => (await import('../pages/imports/imports-page.tsx')).ImportsPage),
  page(
    '/imports/sources',
    async () => (await import('../pages/imports/sources/sources-page.tsx')).SourcesPage,
  ),
  page(
    '/imports/sources/new',
    async () => (await import('../pages/imports/sources/new-source-page.tsx')).NewSourcePage,
  ),
  page(
    '/imports/sources/:id',
    async () => (await import('../pages/imports/sources/source-page.tsx')).SourcePage,
  ),
  page(
    '/imports/sources/:id/edit',
    async () => (await import('../pages/imports/sources/edit-source-page.tsx')).EditSourcePage,
  ),
  page('/imports/:id', async () => (await import('../pages/imports/import-page.tsx')).ImportPage),
  page('/jobs', async () => (await import('../pages/jobs/jobs-page.tsx')).JobsPage),
  page('/jobs/:id', async () => (await import('../pages/jobs/job-page.tsx')).JobPage),
  page('/targets', async () => (await import('../pages/targets/targets-page.tsx')).TargetsPage),
  page('/targets/new', async () => (await import('../pages/targets/new-target-page.tsx')).NewTargetPage),
  page('/targets/return', async () => (await import('../pages/targets/return-page.tsx')).ReturnPage),
  page('/targets/:id', async () => (await import('../pages/targets/target-page.tsx')).TargetPage),
  page(
    '/targets/:id/edit',
    async () => (await import('../pages/targets/edit-target-page.tsx')).EditTargetPage,
  ),
  page('/listings', async () => (await import('../pages/listings/listings-page.tsx')).ListingsPage),
  page('/listings/new', async () => (await import('../pages/listings/new-listing-page.tsx')).NewListingPage),
  page('/listings/:id', async () => (await import('../pages/listings/listing-page.tsx')).ListingPage),
  page('/requests', async () => (await import('../pages/requests/requests-page.tsx')).RequestsPage),
  page('/requests/:id', async () => (await import('../pages/requests/requests-page.tsx')).RequestsPage),
  page('/mails', async () => (await import('../pages/mails/mails-page.tsx')).MailsPage),
  page('/mails/:id', async () => (await import('../pages/mails/mail-page.tsx')).MailPage),
  page('/events', async () => (await import('../pages/events/events-page.tsx')).EventsPage),
  page('/webhooks', async () => (await import('../pages/webhooks/webhooks-page.tsx')).WebhooksPage),
  page('/webhooks/new', async () => (await import('../pages/webhooks/new-webhook-page.tsx')).NewWebhookPage),
  page('/webhooks/:id', async () => (await import('../pages/webhooks/webhook-page.tsx')).WebhookPage),
  page(
    '/webhooks/:id/edit',
    async () => (await import('../pages/webhooks/edit-webhook-page.tsx')).EditWebhookPage,
  ),
  page(
    '/webhooks/:id/deliveries/:deliveryId',
    async () => (await import('../pages/webhooks/delivery-page.tsx')).DeliveryPage,
  ),
  page('/account/audit-log', async () => (await import('../pages/account/audit-log-page.tsx')).AuditLogPage),
  page('/account/calls', async () => (await import('../pages/account/calls-page.tsx')).CallsPage),
  page('/users', async () => (await import('../pages/users/users-page.tsx')).UsersPage),
  page('/account', async () => (await import('../pages/account/account-page.tsx')).AccountPage),
  page('/account/usage', async () => (await import('../pages/account/usage-page.tsx')).UsagePage),
  { path: '*', Component: NotFound },
];

/** The pages that a dashboard link can open; the gateway refuses everything else. */
const linkedPages = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./link-shell.tsx')).LinkStart }),
    ErrorBoundary: BrokenPage,
  },
  ...pages.filter(({ path = '' }) => /^(?:\/webhooks|\/targets|\*)/.test(path)),
];

const linkShell = async () => ({ Component: (await import('./link-shell.tsx')).LinkShell });
const around = { ErrorBoundary: BrokenPage, HydrateFallback: Loading };

export const router = openedLink
  ? createBrowserRouter([{ lazy: linkShell, ...around, children: linkedPages }], {
      basename: openedLink.base,
    })
  : createBrowserRouter([{ Component: Shell, ...around, children: pages }], { basename: '/dashboard' });
