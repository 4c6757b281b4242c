import type { Job, JobItem, JobItemQuery } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { knownKey } from '../../text/messages.ts';
import { askedFor } from '../../ui/asked-for.ts';
import { TwoLines, textColumn } from '../../ui/cells.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { Section } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { JobItemBadge } from './job-badges.tsx';

/** The properties or listings of a job with their outcomes. */
export function JobItems({
  job: { id, state, action, resource, targetIds },
  filters,
}: {
  job: Job;
  filters: Filters;
}) {
  const { t } = useSpeech();
  const columns = useColumns({
    isDeleting: action === 'delete',
    hasSeveralTargets: resource === 'listing' || (targetIds?.length ?? 0) > 1,
  });
  const isOfListings = resource === 'listing';
  const title = t(isOfListings ? 'job.listings' : 'job.items');
  const asked = askedFor<JobItemQuery>(filters, ['state']);
  const list = useLiveList<JobItem>({
    key: ['job-items', id, asked, state],
    load: (query, signal) => api.jobs.items(id).list({ ...query, ...asked }, { signal }),
  });
  return (
    <Section title={title}>
      <ResourceList
        label={title}
        list={list}
        columns={columns}
        filters={filters}
        empty={{
          icon: isOfListings ? 'listings' : 'properties',
          title: t(isOfListings ? 'job.noListings' : 'job.noItems'),
          text: t(isOfListings ? 'job.noListingsText' : 'job.noItemsText'),
        }}
      />
    </Section>
  );
}

function useColumns(job: { isDeleting: boolean; hasSeveralTargets: boolean }): Column<JobItem>[] {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const portal = textColumn<JobItem>(t('job.portal'), 'minmax(0, 2fr)', ({ targetId }) =>
    targetId === undefined ? t('job.everywhere') : targetName(targetId),
  );
  return [
    {
      label: t('listing.property'),
      width: 'minmax(0, 3fr)',
      show: (item) => <Name item={item} isGone={job.isDeleting && item.state === 'succeeded'} />,
    },
    ...(job.hasSeveralTargets ? [portal] : []),
    { label: t('job.result'), width: '160px', show: ({ state }) => <JobItemBadge state={state} /> },
    { label: t('job.why'), width: 'minmax(0, 4fr)', show: (item) => <Reason item={item} /> },
  ];
}

function Name({ item: { propertyId, property }, isGone }: { item: JobItem; isGone: boolean }) {
  if (!property) return <PropertyName id={propertyId} />;
  const { title, externalId } = property;
  if (!isGone) {
    return <TwoLines to={`/properties/${propertyId}`} title={title ?? externalId} below={externalId} />;
  }
  return (
    <div className="two-lines">
      <Text size="sm" fw={600} className="cut">
        {title ?? externalId}
      </Text>
      <Text size="xs" c="dimmed" className="cut">
        {externalId}
      </Text>
    </div>
  );
}

/** The reason why an item failed, in words; the API's own message for a reason that is newer than this page. */
function Reason({ item: { reason, state } }: { item: JobItem }) {
  const { t } = useSpeech();
  if (!reason) return null;
  const known = knownKey(`jobReason.${reason.code}`);
  return (
    <Text size="sm" className={state === 'failed' ? 'bad-text break' : 'break'}>
      {known ? t(known) : reason.message}
    </Text>
  );
}
