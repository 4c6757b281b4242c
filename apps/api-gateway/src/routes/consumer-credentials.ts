import {
  ConsumerCredentialsInput,
  ConsumerKey,
  platformsWith,
  setConsumerCredentials,
} from '@estate/contracts';
import { own } from '../edge/routing/api-route.ts';
import type { GatewayRoute } from '../deps.ts';

/** Routes of the credentials that platforms issued to the customer's application; the path decides the type of target. */
export const consumerCredentialRoutes: GatewayRoute[] = platformsWith('redirect-flow').map(
  ({ type, consumer: { path, operationId, summary } }) =>
    own(`PUT ${path}`, {
      operationId,
      summary,
      audit: 'account.credentials_changed',
      input: ConsumerCredentialsInput,
      output: ConsumerKey,
      tag: 'account',
      versioned: false,
      run: (given, call, { askOwner }) => askOwner(setConsumerCredentials, { ...given, type }, call),
    }),
);
