import { Deliver } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Looks for the due deliveries of a webhook before the next sweep. */
export const onDeliver = ({ dispatcher }: Pick<Deps, 'dispatcher'>) =>
  on(Deliver, ({ data }) => {
    dispatcher.wake(data.webhookId);
    return Promise.resolve();
  });
