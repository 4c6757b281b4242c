import { Deliver } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** A webhook has deliveries that are due: look for them now and not at the next sweep. */
export const onDeliver = ({ dispatcher }: Pick<Deps, 'dispatcher'>) =>
  on(Deliver, ({ data }) => {
    dispatcher.wake(data.webhookId);
    return Promise.resolve();
  });
