import { ReadMail } from '@estate/contracts';
import { on } from '@estate/messaging';

/** Looks for mails that are due; which ones, the store says. */
export const onReadMail = (wake: () => void) =>
  on(ReadMail, () => {
    wake();
    return Promise.resolve();
  });
