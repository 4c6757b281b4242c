import * as contracts from '@estate/contracts';
import { LOOK_MINUTES, Look, LookInput, Usage, UsageQuery, User, pageOf } from '@estate/contracts';
import { readable } from '@estate/messaging';
import { z } from 'zod';
import { toUser } from '../domain/user.ts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';
import { monthOf, readUsage } from '../accounts/usage/read-usage.ts';

const access = 'operator' as const;
const audit = 'account.looked_at' as const;
const id = z.string();
const ACCOUNT = '/admin/accounts/{id}';
const LISTING = `${ACCOUNT}/listings/{listingId}` as const;
const DELIVERY = `${ACCOUNT}/webhooks/{webhookId}/deliveries/{deliveryId}` as const;
const listingById = z.strictObject({ id, listingId: z.string() });
const deliveryById = z.strictObject({ id, webhookId: z.string(), deliveryId: z.string() });
const ofListing = { access, errors: ['account-not-found', 'listing-not-found'], output: contracts.Listing };
const ofDelivery = {
  access,
  errors: ['account-not-found', 'webhook-not-found', 'delivery-not-found'],
  output: contracts.Delivery,
};

/** Routes for the view of an operator on one account. */
const seeing: GatewayRoute[] = [
  own(`POST ${ACCOUNT}/looks`, {
    summary: 'View an account as its customer',
    description: `Starts a look: a read-only dashboard session of ${LOOK_MINUTES} minutes with the permissions of the role \`viewer\`. The look and its reason are in the audit log of the customer before the session starts. The session ends early if the operator key is revoked or the person is no longer an operator.`,
    audit,
    auditedReason: ({ reason }) => reason,
    access,
    versioned: false,
    errors: ['account-not-found'],
    input: LookInput.extend({ id }),
    output: Look,
    run: async ({ id: accountId, reason }, { actor, reservedId }, { accounts, clock, newId }) => {
      await accounts.get(accountId);
      const until = new Date(clock().getTime() + LOOK_MINUTES * 60_000).toISOString();
      const about = { id: reservedId ?? newId(), accountId, reason, until };
      return { ...about, ...(actor && { operator: actor }) };
    },
    cookieOf: (look, { head, caller, deps }) => {
      if (!caller.operator) throw new Error('somebody who is no operator looks at an account');
      return deps.looks.begin(look, caller.operator.proof, head);
    },
  }),
  own(`GET ${ACCOUNT}/users`, {
    summary: 'List the users of an account',
    audit,
    access,
    errors: ['account-not-found'],
    input: contracts.ListQuery.extend({ id }),
    output: pageOf(User),
    run: async ({ id: accountId, ...query }, _call, { accounts, users }) => {
      await accounts.get(accountId);
      const { hasMore, data } = await users.list(accountId, query);
      return { hasMore, data: data.map(readable(toUser)) };
    },
  }),
  own(`GET ${ACCOUNT}/usage`, {
    summary: 'Get the usage of an account in a month',
    audit,
    access,
    versioned: false,
    errors: ['account-not-found'],
    input: UsageQuery.extend({ id }),
    output: Usage,
    run: async ({ id: accountId, month }, call, { accounts, askOwner, clock }) => {
      await accounts.get(accountId);
      const [usage] = await readUsage([accountId], month ?? monthOf(clock()), { call, askOwner });
      if (!usage) throw new Error('the usage of one account was asked for and none was read');
      return usage;
    },
  }),
  own(`GET ${ACCOUNT}/targets`, {
    summary: 'List the targets of an account',
    audit,
    access,
    versioned: false,
    errors: ['account-not-found'],
    input: z.strictObject({ id }),
    output: z.array(contracts.Target),
    run: async ({ id: accountId }, call, { accounts, askOwner }) => {
      await accounts.get(accountId);
      return (await askOwner(contracts.listTargets, {}, { ...call, accountId })).data;
    },
  }),
];

/** Routes by which an operator reads, retries and resends for a customer. */
const repeating: GatewayRoute[] = [
  own(`GET ${ACCOUNT}/listings`, {
    summary: 'List the listings of an account',
    audit,
    access,
    errors: ['account-not-found'],
    input: contracts.listListings.input.extend({ id }),
    output: contracts.listListings.output,
    run: async ({ id: accountId, ...query }, call, { accounts, askOwner }) => {
      await accounts.get(accountId);
      return askOwner(contracts.listListings, query, { ...call, accountId });
    },
  }),
  own(`GET ${LISTING}`, {
    ...ofListing,
    summary: 'Get a listing of an account',
    audit,
    versioned: false,
    input: listingById,
    run: ({ id: accountId, listingId }, call, { askOwner }) =>
      askOwner(contracts.getListing, { id: listingId }, { ...call, accountId }),
  }),
  own(`POST ${LISTING}/retry`, {
    ...ofListing,
    summary: 'Retry a failed publication of an account',
    audit: 'listing.retried',
    status: 202,
    input: listingById,
    run: ({ id: accountId, listingId }, call, { askOwner }) =>
      askOwner(contracts.retryListing, { id: listingId }, { ...call, accountId }),
  }),
  own(`GET ${ACCOUNT}/mails/{mailId}`, {
    summary: 'Get a received email of an account',
    description: 'The email with its text, as the customer sees it.',
    audit: 'mail.looked_at',
    access,
    versioned: false,
    errors: ['account-not-found', 'mail-not-found'],
    input: z.strictObject({ id, mailId: z.string() }),
    output: contracts.ReceivedMail,
    run: ({ id: accountId, mailId }, call, { askOwner }) =>
      askOwner(contracts.getReceivedMail, { id: mailId }, { ...call, accountId }),
  }),
  own(`GET ${DELIVERY}`, {
    ...ofDelivery,
    summary: 'Get a delivery of an account',
    audit,
    versioned: false,
    input: deliveryById,
    run: ({ id: accountId, webhookId, deliveryId }, call, { askOwner }) =>
      askOwner(contracts.getDelivery, { id: webhookId, deliveryId }, { ...call, accountId }),
  }),
  own(`POST ${DELIVERY}/resend`, {
    ...ofDelivery,
    summary: 'Resend a delivery of an account',
    audit: 'delivery.resent',
    errors: [...ofDelivery.errors, 'webhook-disabled'],
    status: 202,
    input: deliveryById,
    run: ({ id: accountId, webhookId, deliveryId }, call, { askOwner }) =>
      askOwner(contracts.resendDelivery, { id: webhookId, deliveryId }, { ...call, accountId }),
  }),
];

export const operatedAccountRoutes: GatewayRoute[] = [...seeing, ...repeating];
