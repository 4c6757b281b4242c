import { Closing, ClosingQuery, pageOf } from '@estate/contracts';
import { found } from '@estate/errors';
import { readable } from '@estate/messaging';
import { z } from 'zod';
import { beginClosing, cancelClosing } from '../accounts/closings/begin-closing.ts';
import { toClosing } from '../domain/closing.ts';
import { exportOf } from '../accounts/export/export-account.ts';
import type { GatewayRoute } from '../deps.ts';
import { own } from '../edge/routing/api-route.ts';
import type { Presented } from '../edge/routing/api-route.ts';

const access = 'operator' as const;
const byId = z.strictObject({ id: z.string() });
const ACCOUNT = '/admin/accounts/{id}';
const says = 'the id of the account';
const HOW =
  'The account becomes read-only at once: nothing is published, and no requests are created from emails. During a grace period, the operator can cancel the closing. Then all listings are taken down, and all data of the account is erased. Listings that a platform does not confirm in time are listed in `left`. Set the header `Confirm-Closing` to the id of the account. If the account is already being closed, the response is the existing closing.';

/** Routes for exporting an account as a file, and closing it. */
export const closingRoutes: GatewayRoute[] = [
  own('DELETE /account', {
    summary: 'Close the account',
    description: HOW,
    access: 'erase',
    audit: 'account.closed',
    status: 202,
    versioned: false,
    isOpenWhileClosing: true,
    errors: ['confirmation-missing'],
    confirmation: { header: 'Confirm-Closing', says, value: (_input, { accountId }) => accountId },
    input: z.strictObject({}),
    output: Closing,
    run: async (_input, { accountId }, deps) => toClosing(await beginClosing(accountId, deps)),
  }),
  own('GET /account/closing', {
    summary: 'Get the closing of the account',
    description: 'The newest closing, even if it was cancelled.',
    versioned: false,
    errors: ['closing-not-found'],
    input: z.strictObject({}),
    output: Closing,
    run: async (_input, { accountId }, { closings }) =>
      toClosing(found(await closings.store.newestOf(accountId), 'closing', accountId)),
  }),
  own('GET /account/export', {
    summary: 'Export the account',
    description:
      'All stored data of the account, as JSON lines: `{"kind", "data"}`. Secrets are left out. Files of attachments are listed by URL. The last line has the kind `manifest` and the number of lines of each kind; an export without it is incomplete. Data that changes during the export is exported in its state before or after the change.',
    access: 'erase',
    audit: 'account.exported',
    versioned: false,
    errors: ['too-many-exports'],
    input: z.strictObject({}),
    output: z.custom<Presented>(),
    content: { 'application/x-ndjson': { schema: z.string(), example: '{"kind":"export","data":{}}\n' } },
    run: async (_input, call, deps) => {
      // Before the audit log contains that the account was exported.
      deps.exports.require(call.accountId);
      return Promise.resolve(exportOf(call, deps));
    },
    present: (exported) => exported,
  }),
  own(`DELETE ${ACCOUNT}`, {
    operationId: 'deleteCustomerAccount',
    summary: 'Close an account',
    description: HOW,
    access,
    audit: 'account.closed',
    status: 202,
    versioned: false,
    conditional: false,
    isOpenWhileClosing: true,
    errors: ['account-not-found', 'confirmation-missing'],
    confirmation: { header: 'Confirm-Closing', says, value: (input) => (input as { id: string }).id },
    input: byId,
    output: Closing,
    run: async ({ id }, _call, deps) => toClosing(await beginClosing(id, deps)),
  }),
  own(`POST ${ACCOUNT}/closing/cancel`, {
    summary: 'Cancel the closing of an account',
    description:
      'Possible until `cancellableUntil`. Publications continue, and the account can be changed again within five seconds. No requests were created from emails that arrived during the closing. Read these emails again if needed.',
    access,
    audit: 'account.closing_cancelled',
    versioned: false,
    isOpenWhileClosing: true,
    errors: ['closing-not-found', 'closing-too-late'],
    input: byId,
    output: Closing,
    run: async ({ id }, _call, deps) => toClosing(await cancelClosing(id, deps)),
  }),
  own('GET /admin/closings', {
    summary: 'List the closings of accounts',
    description:
      'Closings that are in progress, and the receipts of closings that have ended, for four years.',
    access,
    input: ClosingQuery,
    output: pageOf(Closing),
    run: async (query, _call, { closings }) => {
      const { hasMore, data } = await closings.store.list(query);
      return { hasMore, data: data.map(readable(toClosing)) };
    },
  }),
  own('GET /admin/closings/{id}', {
    operationId: 'getCustomerClosing',
    summary: 'Get the closing of an account',
    access,
    versioned: false,
    errors: ['closing-not-found'],
    input: byId,
    output: Closing,
    run: async ({ id }, _call, { closings }) => toClosing(await closings.store.get(id)),
  }),
];
