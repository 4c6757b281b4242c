import * as contracts from '@estate/contracts';
import { z } from 'zod';
import { SEPARATORS } from '../accounts/export/csv.ts';
import { CSV_HEAD, requestCsv } from '../accounts/export/request-csv.ts';
import { requireAssignee } from '../accounts/people/require-assignee.ts';
import type { Deps, GatewayRoute } from '../deps.ts';
import { own } from '../edge/routing/api-route.ts';
import type { Presented } from '../edge/routing/api-route.ts';
import { routesBelow } from '../edge/routing/routes-below.ts';

const separator = z.enum(SEPARATORS, { error: 'must be , or ;' }).optional().meta({
  description:
    'What separates the cells of a line: a comma, or a semicolon for a spreadsheet in German. Default: a comma.',
});

/** Routes of contact requests, answered by the inbox; the gateway knows the users who work on them. */
export const requestRoutes: GatewayRoute[] = routesBelow<Deps>('/requests', [
  own('PUT /requests/{id}/handling', {
    operationId: 'setRequestHandling',
    summary: 'Set the handling of a contact request',
    description:
      'Replaces state, assignee and note: what is left out becomes unset. The response is the request, with which `If-Match` is compared. `assignee` is the id of a user of the account; a user who was removed stays the assignee until the field changes.',
    audit: 'request.handled',
    conditional: true,
    errors: ['request-not-found', 'assignee-unknown', 'invalid-input', 'input-too-large'],
    input: contracts.handleRequest.input,
    output: contracts.ContactRequest,
    run: async (input, call, deps) => {
      await requireAssignee(input, call, deps);
      return deps.askOwner(contracts.handleRequest, input, call);
    },
  }),
  own('GET /requests.csv', {
    operationId: 'getRequestsCsv',
    tag: 'requests',
    summary: 'Get contact requests as CSV',
    description:
      'One line for each request that the filters select, oldest first, in UTF-8 with a byte order mark. The first line contains the field names. Cells that a spreadsheet would take for a formula begin with an apostrophe. A request whose stored data is damaged has a line with its id alone. A file that breaks off ends the connection with an error.',
    audit: 'request.exported',
    versioned: false,
    errors: ['too-many-exports'],
    input: contracts.RequestFilters.extend({ separator }),
    output: z.custom<Presented>(),
    content: { 'text/csv': { schema: z.string(), example: CSV_HEAD } },
    run: (query, call, deps) => {
      // Before the audit log contains that the requests were exported.
      deps.exports.require(call.accountId);
      return Promise.resolve(requestCsv(query, call, deps));
    },
    present: (csv) => csv,
  }),
]);
