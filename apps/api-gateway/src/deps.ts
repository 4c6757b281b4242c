import type { EgressPolicy } from '@estate/egress';
import type { Logger } from '@estate/observability';
import type { Auditor, Resealing } from '@estate/persistence';
import type { Vault } from '@estate/vault';
import type { Guard } from './access/admission.ts';
import type { Looks } from './access/looks.ts';
import type { AuditLog } from './audit-log/audit-log.ts';
import type { ClosingTimes } from './closings/closing-steps.ts';
import type { OpenAccounts } from './closings/open-accounts.ts';
import type { DashboardSessions, OperatorSessions } from './dashboard/sessions.ts';
import type { AttachmentUploads } from './files/attachment-uploads.ts';
import type { PackageUploads } from './files/package-uploads.ts';
import type { StoredFiles } from './files/stored-files.ts';
import type { FrontDoor } from './front-door/front-door-routes.ts';
import type { Once } from './idempotency/once.ts';
import type { SignInAddresses } from './sign-in/addresses.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import type { StartedSignIns } from './sign-in/started-sign-ins.ts';
import type { Stores } from './stores/open-stores.ts';
import type { AskOwner } from './routing/ask-owner.ts';
import type { LongPolls } from './routing/long-polls.ts';
import type { CallTurns } from './turns/call-turns.ts';
import type { FewAtOnce } from './turns/few-at-once.ts';
import type { RefusalPace } from './turns/refusal-pace.ts';

/** Everything a route may touch. */
export interface Deps extends Pick<
  Stores,
  'accounts' | 'apiKeys' | 'finder' | 'hashKeys' | 'operatorKeys' | 'users' | 'signIns'
> {
  clock: () => Date;
  log: Logger;
  newId: () => string;
  askOwner: AskOwner;
  closings: {
    store: Pick<Stores['closings'], 'begin' | 'cancel' | 'get' | 'list' | 'newestOf' | 'reapply'>;
    /** Which accounts may be changed. */
    open: Pick<OpenAccounts, 'forget' | 'require'>;
    times: Pick<ClosingTimes, 'cancelMs' | 'takeDownMs'>;
    wake(): void;
  };
  erasures: { store: Stores['erasures']; wake(): void };
  files: Pick<StoredFiles, 'open'>;
  attachments: Pick<AttachmentUploads, 'store'>;
  packages: Pick<PackageUploads, 'store'>;
  guard: Guard;
  /** For the operator. */
  auditor: Pick<Auditor, 'repair' | 'rounds' | 'violations'>;
  secrets: { reseal(after?: string): Promise<Resealing> };
  auditLog: Pick<AuditLog, 'record' | 'refused'>;
  auditEntries: Pick<Stores['auditEntries'], 'list'>;
  auditChains: Pick<Stores['auditChains'], 'check'>;
  requestLogEntries: Pick<Stores['requestLogEntries'], 'list'>;
  once: Pick<Once, 'run'>;
  longPolls: Pick<LongPolls, 'run'>;
  turns: Pick<CallTurns, 'run'>;
  refusals: Pick<RefusalPace, 'run'>;
  exports: Pick<FewAtOnce, 'begin' | 'require'>;
  uploads: Pick<FewAtOnce, 'begin'>;
  attachmentUploads: Pick<FewAtOnce, 'begin'>;
  sessions: DashboardSessions;
  operatorSessions: OperatorSessions;
  looks: Looks;
  signIn: SignIn;
  startedSignIns: Pick<StartedSignIns, 'forget'>;
  signInAddresses: SignInAddresses;
  vault: Pick<Vault, 'seal' | 'open'>;
  /** Where identity providers may be. */
  egress: EgressPolicy;
  frontDoor: FrontDoor;
  /** Where people begin to sign in to the dashboard, if not at the address of their account. */
  peopleSignInUrl: string | undefined;
}
