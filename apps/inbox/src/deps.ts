import type { Auditor } from '@estate/persistence';
import type { MailStore } from './stores/mail-store.ts';
import type { RequestStore } from './stores/request-store.ts';

/** Everything a route or a handler may touch. */
export interface Deps {
  clock: () => Date;
  requests: Pick<RequestStore, 'find' | 'list'>;
  mails: Pick<MailStore, 'find' | 'list' | 'readAgain'>;
  /** Wakes the workers of all replicas, because an email is due. */
  wake: (mailId: string) => void;
  auditor: Pick<Auditor, 'violations'>;
}
