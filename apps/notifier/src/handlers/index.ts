import type { HandlersOf } from '@estate/messaging';
import type { Manifest } from '../manifest.ts';
import type { Deps } from '../deps.ts';
import { onCustomerEvent } from './on-customer-event.ts';
import { onDeliver } from './on-deliver.ts';

/** Everything the notifier listens to, by the name of its consumer. */
export const handlers = (deps: Deps): HandlersOf<Manifest> => ({
  'on-customer-event': onCustomerEvent(deps),
  'on-deliver': onDeliver(deps),
});
