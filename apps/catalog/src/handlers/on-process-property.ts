import { ProcessProperty } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Wakes the processing, which decides by itself which property is next. */
export const onProcessProperty = ({ wakeProcessing }: Deps) =>
  on(ProcessProperty, ({ data }) => {
    wakeProcessing(data.propertyId);
    return Promise.resolve();
  });
