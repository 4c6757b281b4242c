import type { Job } from '@estate/client';
import { useTargetName } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';
import type { MessageKey } from '../../text/messages.ts';

/** The action of a job, in words. */
export function useJobTitle(): (job: Job) => string {
  const { t, language } = useSpeech();
  const targetName = useTargetName();
  const list = new Intl.ListFormat(language);
  return ({ action, resource, targetIds, mode, salesStatus = 'open' }) => {
    const key = keyOf({ action, resource, mode, hasTargets: targetIds !== undefined });
    const targets = list.format((targetIds ?? []).map(targetName));
    return key ? t(key, { status: t(`sales.${salesStatus}`), targets }) : action;
  };
}

type Titled = Pick<Job, 'action' | 'resource' | 'mode'> & { hasTargets: boolean };

/** The titles of actions that name targets. */
const WITH_TARGETS: Readonly<Partial<Record<Job['action'], MessageKey>>> = {
  takeDown: 'job.takeDownFrom',
  retry: 'job.retryOn',
};

function keyOf({ action, resource, mode, hasTargets }: Titled): MessageKey | undefined {
  const ofListings = resource === 'listing' ? knownKey(`job.${action}Listings`) : undefined;
  if (ofListings) return ofListings;
  if (mode === 'full') return 'job.synchronizeFull';
  return (hasTargets ? WITH_TARGETS[action] : undefined) ?? knownKey(`job.${action}`);
}
