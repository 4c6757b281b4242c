import { ConsumerCredentialsInput, ConsumerKey, setConsumerCredentials } from '@estate/contracts';
import type { FlowTargetType } from '@estate/contracts';
import { own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

type Stated = Pick<ApiRoute, 'operationId' | 'summary'>;

const setting = (path: `/${string}`, type: FlowTargetType, stated: Stated): ApiRoute =>
  own(`PUT ${path}`, {
    ...stated,
    audit: 'account.credentials_changed',
    input: ConsumerCredentialsInput,
    output: ConsumerKey,
    tag: 'account',
    versioned: false,
    run: (given, call, { askOwner }) => askOwner(setConsumerCredentials, { ...given, type }, call),
  });

/** What marketplaces gave to the customer's application; the path decides the type of target. */
export const consumerCredentialRoutes: ApiRoute[] = [
  setting('/account', 'marketplace-24', {
    operationId: 'setConsumerCredentials',
    summary: 'Set the marketplace consumer credentials',
  }),
  setting('/account/sandbox', 'marketplace-24-sandbox', {
    operationId: 'setSandboxConsumerCredentials',
    summary: 'Set the marketplace sandbox consumer credentials',
  }),
];
