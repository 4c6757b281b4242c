import { createBrowserRouter } from 'react-router';
import type { RouteObject } from 'react-router';
import type { ComponentType } from 'react';
import { Loading } from '../ui/loading.tsx';
import { BrokenPage } from './broken-page.tsx';
import { NotFoundPage } from '../pages/not-found-page.tsx';
import { Shell } from './shell.tsx';

/** A page whose script is loaded once it is gone to. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
  ErrorBoundary: BrokenPage,
});

const pages: RouteObject[] = [
  page('/', async () => (await import('../pages/overview/overview-page.tsx')).OverviewPage),
  page('/properties', async () => (await import('../pages/properties/properties-page.tsx')).PropertiesPage),
  page('/properties/:id', async () => (await import('../pages/properties/property-page.tsx')).PropertyPage),
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
  page('/account', async () => (await import('../pages/account/account-page.tsx')).AccountPage),
  { path: '*', Component: NotFoundPage },
];

export const router = createBrowserRouter(
  [{ Component: Shell, ErrorBoundary: BrokenPage, HydrateFallback: Loading, children: pages }],
  { basename: '/dashboard' },
);
