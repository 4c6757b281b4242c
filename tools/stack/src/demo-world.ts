import type { Settings } from './settings.ts';
import { saveSettings } from './settings.ts';
import type { Stack } from './stack.ts';

/** The demo's account. */
export type DemoAccount = NonNullable<Settings['demo']>;

type Addresses =
  | 'apiUrl'
  | 'portalUrl'
  | 'filesUrl'
  | 'receiverUrl'
  | 'marketplaceUrl'
  | 'mailDropUrl'
  | 'estateSoftwareUrl';

/** The system on which the demo runs. */
export interface DemoWorld extends Pick<
  Stack,
  Addresses | 'operatorToken' | 'inboxDomain' | 'ftpPort' | 'ftpUsers'
> {
  ftpHost: string;
  /** The host of the import sources for the estate software, if it differs from their own. */
  importHost?: string;
  /** The identity provider of the sandbox, if there is one. */
  identityProviderUrl?: string;
  /** The account of an earlier demo. */
  account?: DemoAccount;
  keep(account: DemoAccount): void;
  /** An address for the user's browser. */
  shown(url: string): string;
  /** The location of the logs, in words. */
  logs: string;
  /** Commands that show the secrets, where the output must not. */
  keptIn?: { apiKey: string; operatorToken: string };
}

/** The local stack, whose settings store the account. */
export const localWorld = (stack: Stack, dataDirectory: string): DemoWorld => ({
  ...stack,
  ftpHost: 'localhost',
  ...(stack.settings.demo && { account: stack.settings.demo }),
  keep: (account) => {
    stack.settings.demo = account;
    saveSettings(dataDirectory, stack.settings);
  },
  shown: (url) => url,
  logs: stack.logDirectory,
});
