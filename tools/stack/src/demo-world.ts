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

/** The system that the demo is played on. */
export interface DemoWorld extends Pick<
  Stack,
  Addresses | 'operatorToken' | 'inboxDomain' | 'ftpPort' | 'ftpUsers'
> {
  ftpHost: string;
  /** The host at which the estate software reaches the import sources, if it is not their own. */
  importHost?: string;
  /** The identity provider of the sandbox, where there is one. */
  identityProviderUrl?: string;
  /** The account of an earlier demo. */
  account?: DemoAccount;
  keep(account: DemoAccount): void;
  /** An address as a browser of the reader reaches it. */
  shown(url: string): string;
  /** The place of the logs, in words. */
  logs: string;
  /** Commands that show the secrets, where what is printed must not. */
  keptIn?: { apiKey: string; operatorToken: string };
}

/** The local stack, whose settings keep the account. */
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
