import type { Handler } from '@estate/messaging';
import type { Deps } from '../deps.ts';
import { onCustomerEvent } from './on-customer-event.ts';
import { onDeliver } from './on-deliver.ts';

/** Everything the notifier listens to, by the name of its consumer. */
export const handlers = (deps: Deps): Record<string, Handler> => ({
  'on-customer-event': onCustomerEvent(deps),
  'on-deliver': onDeliver(deps),
});
