import type { Bytes, Collection } from '@estate/persistence';
import type { MailDoc } from '../stores/mail-document.ts';
import type { MailStore } from '../stores/mail-store.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { TextDoc } from '../stores/text-store.ts';

/** The audited collections, and the dependencies of repairs. */
export interface Audited {
  mails: Collection<MailDoc>;
  requests: Collection<RequestDoc>;
  texts: Collection<TextDoc>;
  /** Raw emails under their SHA-256. */
  raws: Pick<Bytes, 'absent' | 'audit' | 'problems'>;
  store: Pick<MailStore, 'readAgain'>;
  /** How far ahead the last step of the erasure of a request is planned. */
  settleMs: number;
  /** How long emails are kept. */
  keptMs: number;
}
