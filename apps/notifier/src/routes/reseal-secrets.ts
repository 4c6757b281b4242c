import { resealNotifierSecrets } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { reseal } from '@estate/persistence';
import type { Deps } from '../deps.ts';

/** Seals the next signing keys and headers with the current key of the vault. */
export const resealSecretsRoute = ({ sealed, vault }: Pick<Deps, 'sealed' | 'vault'>) =>
  answer(resealNotifierSecrets, ({ after }) => reseal(sealed, vault, after));
