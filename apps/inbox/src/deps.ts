import type { createErasing } from './erasing/create-erasing.ts';
import type { Intake } from './intake/intake.ts';
import type { MailStore } from './stores/mail-store.ts';
import type { Stores } from './stores/open-stores.ts';
import type { RequestStore } from './stores/request-store.ts';

/** Everything a route or a handler may touch. */
export interface Deps {
  clock: () => Date;
  requests: Pick<RequestStore, 'about' | 'find' | 'handle' | 'list' | 'idsOfMail' | 'ofTimeline' | 'origins'>;
  mails: Pick<MailStore, 'find' | 'findOf' | 'finishOf' | 'list' | 'listOf' | 'readAgain' | 'readAgainOf'>;
  /** Stores emails that no source delivers. */
  intake: Intake;
  queue: Pick<Stores['queue'], 'hasUnread'>;
  /** Wakes the workers of all replicas, because an email is due. */
  wake: (mailId: string) => void;
  erasing: Pick<ReturnType<typeof createErasing>, 'deps' | 'wake'>;
  erasePerson: Stores['erasePerson'];
  retentions: Pick<Stores['retentions'], 'find' | 'set'>;
  statistics: Pick<Stores['statistics'], 'ofDays' | 'until'>;
  personKeyBackfill: Stores['personKeyBackfill'];
  /** For how many days requests are kept where an account has said nothing. */
  defaultDays: number;
}
