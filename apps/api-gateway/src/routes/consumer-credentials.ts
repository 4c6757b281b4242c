import { ConsumerCredentialsInput, ConsumerKey, setConsumerCredentials } from '@estate/contracts';
import type { FlowTargetType } from '@estate/contracts';
import { own } from '../routing/api-route.ts';
import type { ApiRoute } from '../routing/api-route.ts';

const setting = (path: string, type: FlowTargetType, summary: string): ApiRoute =>
  own(
    { method: 'PUT', path, summary, tag: 'account', versioned: false },
    { input: ConsumerCredentialsInput, output: ConsumerKey },
    (given, call, { bus, askTimeoutMs }) =>
      bus.ask(setConsumerCredentials, { ...given, type }, call, { timeoutMs: askTimeoutMs }),
  );

/** What marketplaces gave the customer's application; the path says for which type of target. */
export const consumerCredentialRoutes: ApiRoute[] = [
  setting('/account', 'marketplace-24', 'Set the marketplace consumer credentials'),
  setting('/account/sandbox', 'marketplace-24-sandbox', 'Set the marketplace sandbox consumer credentials'),
];
