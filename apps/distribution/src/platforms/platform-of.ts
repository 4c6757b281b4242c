import { Unavailable } from '@estate/errors';
import type { Deps } from '../deps.ts';
import type { AnyPlatform } from './platform.ts';

/** The platform of a target; Unavailable while its profile is not installed. */
export function platformOf(type: string, { platforms }: Pick<Deps, 'platforms'>): AnyPlatform {
  const platform = platforms.get(type);
  if (platform) return platform;
  throw new Unavailable(`The operator has removed the type ${type}.`, {
    code: 'platform-missing',
  });
}
