import { ReadMail } from '@estate/contracts';
import { on } from '@estate/messaging';

/** Wakes the worker that reads due emails. */
export const onReadMail = (wake: () => void) =>
  on(ReadMail, () => {
    wake();
    return Promise.resolve();
  });
