import { DashboardLink, DashboardLinkInput, ListQuery, NewDashboardLink, pageOf } from '@estate/contracts';
import { found } from '@estate/errors';
import { changeIfMatch, readable } from '@estate/messaging';
import { z } from 'zod';
import { createDashboardLink } from '../accounts/links/create-dashboard-link.ts';
import { toDashboardLink } from '../domain/dashboard-link.ts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';

const byId = z.strictObject({ id: z.string() });
const LINKS = '/account/dashboard-links';
const SHAPE = { subject: 'dashboard link', output: DashboardLink };

/** Routes of links that open some pages of the dashboard in the software of a customer. */
export const dashboardLinkRoutes: GatewayRoute[] = [
  own(`GET ${LINKS}`, {
    summary: 'List dashboard links',
    input: ListQuery,
    output: pageOf(DashboardLink),
    run: async (query, { accountId }, { dashboardLinks }) => {
      const { hasMore, data } = await dashboardLinks.list(accountId, query);
      return { hasMore, data: data.map(readable(toDashboardLink)) };
    },
  }),
  own(`POST ${LINKS}`, {
    summary: 'Create a dashboard link',
    description:
      'The link opens some pages of the dashboard of the account, once and without a sign-in. The person who opens it can do everything on these pages, and nothing else. Only this response contains the address.',
    audit: 'dashboard_link.created',
    access: 'manage',
    status: 201,
    // The response contains the address, which later representations do not.
    versioned: false,
    errors: ['sign-in-unavailable'],
    input: DashboardLinkInput,
    output: NewDashboardLink,
    run: (wish, call, deps) => createDashboardLink(wish, call, deps),
  }),
  own(`GET ${LINKS}/{id}`, {
    summary: 'Get a dashboard link',
    errors: ['dashboard-link-not-found'],
    input: byId,
    output: DashboardLink,
    run: async ({ id }, { accountId }, { dashboardLinks }) =>
      toDashboardLink(await dashboardLinks.get(accountId, id)),
  }),
  own(`DELETE ${LINKS}/{id}`, {
    summary: 'Revoke a dashboard link',
    description: 'The link and its session end within five seconds.',
    audit: 'dashboard_link.revoked',
    access: 'manage',
    errors: ['dashboard-link-not-found'],
    input: byId,
    output: DashboardLink,
    run: async ({ id }, call, { dashboardLinks }) => {
      const { accountId } = call;
      const removed = await changeIfMatch(call, {
        shownBy: SHAPE,
        read: () => dashboardLinks.get(accountId, id),
        show: toDashboardLink,
        write: (seen, only) => dashboardLinks.remove({ accountId, id, ...(only && { seen }) }),
      });
      return toDashboardLink(found(removed, 'dashboard link', id));
    },
  }),
];
