import type { Job, JobInput, JobItem } from '@estate/client';
import { useNavigate } from 'react-router';
import { allOf, api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { IDS_MAX, TOUCHED_BY_JOBS } from './job-limits.ts';
import './job-texts.ts';

/** Cancels a job. */
export function CancelButton({ id }: { id: string }) {
  const { t } = useSpeech();
  const cancel = useAct({
    run: () => api.jobs.cancel(id),
    touches: [['job', id], ['job-items', id], ['jobs']],
    done: t('job.cancelDone'),
  });
  return (
    <Confirm
      dangerous
      label={t('job.cancel')}
      title={t('job.cancelTitle')}
      text={t('job.cancelText')}
      act={cancel}
    />
  );
}

/** The part of the chosen resources for which something failed. */
function againWith({ resource }: Job, failed: readonly JobItem[]): Partial<JobInput> {
  if (resource === 'listing') return { listingIds: failed.flatMap(({ listingId }) => listingId ?? []) };
  return { ids: [...new Set(failed.map(({ propertyId }) => propertyId))] };
}

/** Starts the same job again for the failed items. */
export function AgainButton({ job }: { job: Job }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const again = useAct({
    run: async () => {
      const failed = await allOf(api.jobs.items(job.id).all({ state: 'failed' }));
      const { action, targetIds, contactId, salesStatus } = job;
      return api.jobs.create({
        ...{ action, ...againWith(job, failed) },
        ...(targetIds && { targetIds }),
        ...(contactId !== undefined && { contactId }),
        ...(salesStatus && { salesStatus }),
      } as JobInput);
    },
    touches: TOUCHED_BY_JOBS,
    then: ({ id }) => void navigate(`/jobs/${id}`),
  });
  const { failed } = job.counts;
  if (failed === 0) return null;
  const isOnePerProperty = (job.targetIds?.length ?? 1) === 1;
  return (
    <ActButton variant="default" act={again} whyNot={failed > IDS_MAX ? t('job.tooManyAgain') : undefined}>
      {isOnePerProperty
        ? t(job.resource === 'listing' ? 'job.againListings' : 'job.again', { count: failed })
        : t('job.againMany')}
    </ActButton>
  );
}
