import { ReadMail } from '@estate/contracts';
import { on } from '@estate/messaging';

/** Looks for mails that are due; which ones, the store says. */
export const onReadMail = (ring: () => void) =>
  on(ReadMail, () => {
    ring();
    return Promise.resolve();
  });
