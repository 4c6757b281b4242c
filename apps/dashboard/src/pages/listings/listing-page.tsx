import type { Listing } from '@estate/client';
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { FAST_MS, LIST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useProperty } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { TimelineSection } from '../../timeline/timeline-section.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icons.tsx';
import { withLastSearch } from '../../ui/last-search.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { PauseNote } from '../../ui/pause-note.tsx';
import { ListingBadge } from '../../ui/states.tsx';
import { TechnicalId } from '../../ui/technical.tsx';
import { Time } from '../../ui/time.tsx';
import { PicturesSection } from '../properties/pictures-section.tsx';
import { DryRunSection } from './dry-run.tsx';
import { PlannedSection, plannedOf } from './planned-times.tsx';
import { PlatformStateNote } from './platform-state.tsx';
import { PreviewSection } from './preview-section.tsx';
import { StillOnlineNote } from './still-online.tsx';

/** One listing: its status, the reason and remedy of a failure, and the data that the platform receives. */
export function ListingPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['listing', id],
    queryFn: ({ signal }) => api.listings.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'published' ? LIST_MS : FAST_MS),
  });
  const { data: property } = useProperty(query.data?.propertyId);
  return (
    <Loaded query={query} gone={<TimelineSection of="listings" id={id} />}>
      {(listing) => (
        <Page
          title={property?.fields.title ?? listing.property?.title ?? t('nav.listings')}
          up={{ to: '/listings', label: t('nav.listings') }}
          beside={<ListingBadge listing={listing} />}
          actions={<Actions listing={listing} />}
        >
          {listing.lastError && (
            <Failure
              code={listing.lastError.failureCode}
              message={listing.lastError.failureMessage}
              at={listing.lastError.at}
            />
          )}
          <PlatformStateNote listing={listing} />
          <StillOnlineNote listing={listing} />
          <PauseNote paused={listing.paused} />
          <StateNote listing={listing} />
          <ListingFacts listing={listing} title={property?.fields.title ?? listing.property?.title} />
          <PlannedSection key={[listing.publishFrom, listing.publishUntil].join()} listing={listing} />
          <TimelineSection of="listings" id={id} />
          {property && property.attachments.length > 0 && <PicturesSection property={property} />}
          <DryRunSection wish={wishOf(listing)} />
          <PreviewSection listing={listing} />
        </Page>
      )}
    </Loaded>
  );
}

/** The input that would create this listing. */
const wishOf = ({ propertyId, targetId, preventPublication, publishFrom, publishUntil }: Listing) => ({
  ...{ propertyId, targetId },
  ...(preventPublication !== undefined && { preventPublication }),
  ...plannedOf({ publishFrom: publishFrom ?? '', publishUntil: publishUntil ?? '' }),
});

/** The reason why the platform does not show the property although nothing failed. */
function StateNote({ listing: { state, scheduledFor, unpublishedReason } }: { listing: Listing }) {
  const { t } = useSpeech();
  if (state === 'pending' && scheduledFor === undefined) {
    return (
      <Alert role="status" className="tone-busy" icon={<Icon name="clock" />}>
        {t('listing.waitingText')}
      </Alert>
    );
  }
  if (unpublishedReason === undefined) return null;
  return (
    <Alert role="status" icon={<Icon name="clock" />}>
      {t(`listing.unpublished.${unpublishedReason}`)}
    </Alert>
  );
}

function Actions({ listing: { id, lastError } }: { listing: Listing }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const retry = useAct({
    run: () => api.listings.retry(id),
    touches: [['listing', id], ['listings'], ['issues']],
    done: t('listing.retried'),
  });
  const takeDown = useAct({
    run: () => api.listings.delete(id),
    touches: [['listings'], ['counts']],
    done: t('listing.takenDown'),
    then: () => void navigate(withLastSearch('/listings')),
  });
  return (
    <>
      <ActButton variant={lastError ? 'filled' : 'default'} leftSection={<Icon name="refresh" />} act={retry}>
        {t('listing.retry')}
      </ActButton>
      <Confirm
        dangerous
        label={t('listing.takeDown')}
        title={t('listing.takeDownTitle')}
        text={t('listing.takeDownText')}
        act={takeDown}
      />
    </>
  );
}

function ListingFacts({ listing, title }: { listing: Listing; title: string | undefined }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { id, propertyId, targetId, publicUrl, lastPublishedAt, createdAt } = listing;
  const { nextAttemptAt, attemptCount, publishFrom, publishUntil } = listing;
  const facts: Fact[] = [
    [
      t('listing.property'),
      <To key="property" to={`/properties/${propertyId}`} text={title ?? propertyId} />,
    ],
    [t('listing.target'), <To key="target" to={`/targets/${targetId}`} text={targetName(targetId)} />],
    [t('listing.publishFrom'), publishFrom !== undefined && <Time key="from" at={publishFrom} exact />],
    [t('listing.publishUntil'), publishUntil !== undefined && <Time key="until" at={publishUntil} exact />],
    [t('listing.nextAttempt'), nextAttemptAt !== undefined && <Time key="next" at={nextAttemptAt} />],
    [t('listing.attempts'), attemptCount > 0 && String(attemptCount)],
    [t('listing.lastPublished'), lastPublishedAt !== undefined && <Time key="last" at={lastPublishedAt} />],
    [t('listing.publicPage'), publicUrl !== undefined && <OutsideLink key="public" href={publicUrl} />],
    [t('common.created'), <Time key="created" at={createdAt} exact />],
  ];
  return (
    <Section title={t('common.status')}>
      <Facts facts={facts} />
      <TechnicalId id={id} />
    </Section>
  );
}

const To = ({ to, text }: { to: string; text: string }) => (
  <Anchor component={Link} to={to} size="sm">
    {text}
  </Anchor>
);
