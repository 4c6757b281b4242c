import { ProcessProperty } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Wakes the processing; which property is next is decided by what is due and whose turn it is. */
export const onProcessProperty = ({ wakeProcessing }: Deps) =>
  on(ProcessProperty, ({ data }) => {
    wakeProcessing(data.propertyId);
    return Promise.resolve();
  });
