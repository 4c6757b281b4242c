import type { Job } from '@estate/client';
import { useTargetName } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';

/** What a job does, in words. */
export function useJobTitle(): (job: Job) => string {
  const { t, language } = useSpeech();
  const targetName = useTargetName();
  const list = new Intl.ListFormat(language);
  return ({ action, resource, targetIds, mode, salesStatus = 'open' }) => {
    const ofListings = resource === 'listing' && knownKey(`job.${action}Listings`);
    if (ofListings) return t(ofListings);
    const targets = targetIds && list.format(targetIds.map(targetName));
    if (action === 'takeDown' && targets !== undefined) return t('job.takeDownFrom', { targets });
    if (mode === 'full') return t('job.synchronizeFull', { targets: targets ?? '' });
    if (action === 'retry' && targets !== undefined) return t('job.retryOn', { targets });
    const key = knownKey(`job.${action}`);
    const status = t(`sales.${salesStatus}`);
    return key ? t(key, { status, targets: targets ?? '' }) : action;
  };
}
