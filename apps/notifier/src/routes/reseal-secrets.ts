import { resealNotifierSecrets } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Seals the next signing keys with the current key of the vault. */
export const resealSecretsRoute = ({ webhooks, vault }: Pick<Deps, 'webhooks' | 'vault'>) =>
  answer(resealNotifierSecrets, ({ after }) => webhooks.reseal(vault, after));
