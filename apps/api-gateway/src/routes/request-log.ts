import { RequestLogEntry, RequestLogQuery, pageOf } from '@estate/contracts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';

/** Routes of the request log, for the account. */
export const requestLogRoutes: GatewayRoute[] = [
  own('GET /request-log', {
    summary: 'List the calls of the API',
    description:
      'Every call with a valid API key or from the dashboard, and every call of the operator on the account. Calls are listed about one second after they end and are kept for 7 days. Queries and bodies are not recorded, and neither are the calls with which the dashboard reads this list. A gap shows how many calls are missing; filtered lists contain all gaps. After a crash of the service, calls of the last second may be missing without a gap.',
    input: RequestLogQuery,
    output: pageOf(RequestLogEntry),
    run: (query, { accountId }, { requestLogEntries }) => requestLogEntries.list(accountId, query),
  }),
];
