import type { Logger } from '@estate/observability';
import type { Vault } from '@estate/vault';
import type { Guard } from './access/admission.ts';
import type { Looks } from './access/looks.ts';
import type { DashboardSessions, OperatorSessions } from './access/sessions.ts';
import type { AttachmentUploads } from './files/attachment-uploads.ts';
import type { Feeds } from './files/feeds.ts';
import type { PackageUploads } from './files/package-uploads.ts';
import type { StoredFiles } from './files/stored-files.ts';
import type { Once } from './idempotency/once.ts';
import type { AskOwner } from './routing/ask-owner.ts';
import type { LongPolls } from './routing/long-polls.ts';
import type { CallTurns } from './turns/call-turns.ts';
import type { FewAtOnce } from './turns/few-at-once.ts';
import type { RefusalPace } from './turns/refusal-pace.ts';

/** The dependencies of calls: admission, turns, idempotency, and the owners. */
export interface EdgeDeps {
  clock: () => Date;
  log: Logger;
  newId: () => string;
  vault: Pick<Vault, 'seal' | 'open'>;
  askOwner: AskOwner;
  guard: Guard;
  sessions: DashboardSessions;
  operatorSessions: OperatorSessions;
  looks: Looks;
  once: Pick<Once, 'run'>;
  longPolls: Pick<LongPolls, 'run'>;
  turns: Pick<CallTurns, 'run'>;
  refusals: Pick<RefusalPace, 'run'>;
  files: Pick<StoredFiles, 'open'>;
  feeds: Pick<Feeds, 'get'>;
  attachments: Pick<AttachmentUploads, 'store'>;
  packages: Pick<PackageUploads, 'store'>;
  uploads: Pick<FewAtOnce, 'begin'>;
  attachmentUploads: Pick<FewAtOnce, 'begin'>;
}
