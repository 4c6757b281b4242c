import { ProcessProperty } from '@estate/contracts';
import { on } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Rings the processing; which property is next is decided by what is due. */
export const onProcessProperty = ({ ringProcessing }: Deps) =>
  on(ProcessProperty, () => {
    ringProcessing();
    return Promise.resolve();
  });
