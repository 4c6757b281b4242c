import { DEFAULT_MAX_REMOVED_SHARE_AT_NIGHT, REMOVED_AT_NIGHT_FEW } from '@estate/contracts';
import type { TargetRecord } from '../domain/target.ts';

/** How many of the listings that a platform shows a night may remove. */
export function removableAtNight({ settings }: Pick<TargetRecord, 'settings'>, shown: number): number {
  const share = settings?.maxRemovedShare ?? DEFAULT_MAX_REMOVED_SHARE_AT_NIGHT;
  return share === 0 ? 0 : Math.max(REMOVED_AT_NIGHT_FEW, Math.floor(shown * share));
}
