import { createBrowserRouter } from 'react-router';
import type { RouteObject } from 'react-router';
import type { ComponentType } from 'react';
import { BrokenPage } from '../app/broken-page.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { Loading } from '../ui/loading.tsx';
import { ConsoleShell } from './shell.tsx';

/** A page whose script is loaded on the first visit. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
  ErrorBoundary: BrokenPage,
});

const pages: RouteObject[] = [
  page('/', async () => (await import('./pages/find-page.tsx')).FindPage),
  page('/accounts', async () => (await import('./pages/accounts-page.tsx')).AccountsPage),
  page(
    '/accounts/:id/:part?',
    async () => (await import('./pages/account/account-page.tsx')).OperatedAccountPage,
  ),
  page(
    '/accounts/:id/listings/:listingId',
    async () => (await import('./pages/listing-page.tsx')).OperatedListingPage,
  ),
  page(
    '/accounts/:id/webhooks/:webhookId/deliveries/:deliveryId',
    async () => (await import('./pages/delivery-page.tsx')).OperatedDeliveryPage,
  ),
  page('/lanes', async () => (await import('./pages/lanes-page.tsx')).LanesPage),
  page('/mails', async () => (await import('./pages/mails-page.tsx')).OperatorMailsPage),
  page('/mails/:id', async () => (await import('./pages/mail-page.tsx')).OperatorMailPage),
  page('/violations', async () => (await import('./pages/violations-page.tsx')).ViolationsPage),
  page('/usage', async () => (await import('./pages/usage-page.tsx')).AllUsagePage),
  page('/audit-log', async () => (await import('./pages/audit-log-page.tsx')).OperatorAuditLogPage),
  page('/keys', async () => (await import('./pages/keys-page.tsx')).OperatorKeysPage),
  { path: '*', Component: NotFound },
];

export const router = createBrowserRouter(
  [{ Component: ConsoleShell, ErrorBoundary: BrokenPage, HydrateFallback: Loading, children: pages }],
  { basename: '/operator' },
);
