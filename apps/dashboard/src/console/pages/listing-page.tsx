import type { Listing } from '@estate/client';
import { useParams } from 'react-router';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { PauseNote } from '../../ui/pause-note.tsx';
import { ListingBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useAccountName } from '../account-names.ts';
import { accountPath, operate } from '../api.ts';
import { ReadAgain } from '../read-again.tsx';
import { LookButton } from '../look-button.tsx';
import { useAsked } from '../use-asked.ts';
import { useText } from '../use-text.ts';

/** One listing of an account: its status, and another attempt. */
export function OperatedListingPage() {
  const { id = '', listingId = '' } = useParams();
  const { t } = useSpeech();
  const accountName = useAccountName();
  const path = accountPath(id, `/listings/${encodeURIComponent(listingId)}`);
  const query = useAsked<Listing>(path);
  return (
    <Loaded query={query}>
      {(listing) => (
        <Page
          title={listing.property?.title ?? listing.property?.externalId ?? t('nav.listings')}
          up={{ to: `/accounts/${id}/listings`, label: accountName(id) }}
          beside={<ListingBadge listing={listing} />}
          actions={
            <>
              <LookButton accountId={id} to={`/listings/${listingId}`} />
              <Retry path={path} />
            </>
          }
        >
          {listing.lastError && (
            <Failure
              code={listing.lastError.failureCode}
              message={listing.lastError.failureMessage}
              at={listing.lastError.at}
            />
          )}
          <PauseNote paused={listing.paused} />
          <ListingFacts listing={listing} />
          <ReadAgain query={query} />
        </Page>
      )}
    </Loaded>
  );
}

function Retry({ path }: { path: string }) {
  const { t } = useSpeech();
  const text = useText();
  const retry = useAct({
    run: () => operate<Listing>(`${path}/retry`, { method: 'POST' }),
    touches: [[path]],
    done: text('listing.retried'),
  });
  return (
    <ActButton act={retry} leftSection={<Icon name="refresh" />}>
      {t('listing.retry')}
    </ActButton>
  );
}

function ListingFacts({ listing }: { listing: Listing }) {
  const { t } = useSpeech();
  const { id, property, propertyId, targetId, attemptCount, nextAttemptAt, lastPublishedAt } = listing;
  return (
    <Section title={t('common.status')}>
      <Facts
        facts={[
          [t('property.externalId'), property?.externalId],
          [t('listing.property'), <code key="property">{propertyId}</code>],
          [t('listing.target'), <code key="target">{targetId}</code>],
          [t('listing.nextAttempt'), nextAttemptAt !== undefined && <Time key="next" at={nextAttemptAt} />],
          [t('listing.attempts'), attemptCount > 0 && String(attemptCount)],
          [
            t('listing.lastPublished'),
            lastPublishedAt !== undefined && <Time key="last" at={lastPublishedAt} />,
          ],
          [t('common.id'), <code key="id">{id}</code>],
        ]}
      />
    </Section>
  );
}
