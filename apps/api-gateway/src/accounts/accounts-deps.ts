import type { EgressPolicy } from '@estate/egress';
import type { FewAtOnce } from '../edge/turns/few-at-once.ts';
import type { RecordsDeps } from '../records/records-deps.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { ClosingTimes } from './closings/closing-steps.ts';
import type { OpenAccounts } from './closings/open-accounts.ts';
import type { SignInAddresses } from './sign-in/addresses.ts';
import type { SignIn } from './sign-in/sign-in.ts';
import type { StartedSignIns } from './sign-in/started-sign-ins.ts';

/** The dependencies of routes about accounts, their keys and their users, from the first sign-in to the closing. */
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
  /** The page at which users begin to sign in, if it is not the address of their account. */
  peopleSignInUrl: string | undefined;
  /** The rules for addresses of identity providers. */
  egress: EgressPolicy;
}
