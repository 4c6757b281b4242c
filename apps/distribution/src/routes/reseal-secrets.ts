import { resealDistributionSecrets } from '@estate/contracts';
import { answer } from '@estate/messaging';
import { reseal } from '@estate/persistence';
import type { Deps } from '../deps.ts';

/** Seals the next secrets with the current key of the vault. */
export const resealSecretsRoute = ({ sealed, vault }: Pick<Deps, 'sealed' | 'vault'>) =>
  answer(resealDistributionSecrets, ({ after }) => reseal(sealed, vault, after));
