import { resealDistributionSecrets } from '@estate/contracts';
import { answer } from '@estate/messaging';
import type { Deps } from '../deps.ts';

/** Seals the next secrets with the current key of the vault. */
export const resealSecretsRoute = ({ secrets, vault }: Pick<Deps, 'secrets' | 'vault'>) =>
  answer(resealDistributionSecrets, ({ after }) => secrets.reseal(vault, after));
