import type { EgressPolicy } from '@estate/egress';
import type { FewAtOnce } from '../edge/turns/few-at-once.ts';
import type { RecordsDeps } from '../records/records-deps.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { ClosingTimes } from './closings/closing-steps.ts';
import type { OpenAccounts } from './closings/open-accounts.ts';
import type { SignInAddresses } from './sign-in/addresses.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import type { StartedSignIns } from './sign-in/started-sign-ins.ts';

/** Accounts, their keys and their people, from the first sign-in to the closing. */
export interface AccountsDeps
  extends
    RecordsDeps,
    Pick<Stores, 'accounts' | 'apiKeys' | 'dashboardLinks' | 'hashKeys' | 'users' | 'signIns'> {
  closings: {
    store: Pick<Stores['closings'], 'begin' | 'cancel' | 'get' | 'list' | 'newestOf' | 'reapply'>;
    open: Pick<OpenAccounts, 'forget' | 'require'>;
    times: Pick<ClosingTimes, 'cancelMs' | 'takeDownMs'>;
    wake(): void;
  };
  erasures: { store: Stores['erasures']; wake(): void };
  exports: Pick<FewAtOnce, 'begin' | 'require'>;
  signIn: SignIn;
  startedSignIns: Pick<StartedSignIns, 'forget'>;
  signInAddresses: SignInAddresses;
  /** Where people begin to sign in to the dashboard, if not at the address of their account. */
  peopleSignInUrl: string | undefined;
  /** Where identity providers may be. */
  egress: EgressPolicy;
}
