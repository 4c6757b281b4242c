import { Anchor, Text } from '@mantine/core';
import type { Listing } from '@estate/client';
import { Link } from 'react-router';
import { usePermissions } from '../../../api/rights.ts';
import { useSpeech } from '../../../text/language.tsx';
import { knownKey } from '../../../text/messages.ts';
import { Badge } from '../../../ui/badge.tsx';
import { useErrorText } from '../../../text/error-text.ts';
import { shownStateOf } from '../../../ui/listing-state.ts';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { ListingBadge } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { PlannedForm } from '../../listings/planned-times.tsx';
import { ShortPlatformState } from '../../listings/platform-state.tsx';
import { StillOnline } from '../../listings/still-online.tsx';
import type { Wish } from './ask-dialog.tsx';
import { CheckedNote } from './checked-note.tsx';
import type { PortalRow } from './portal-row.ts';

interface Props {
  row: PortalRow;
  propertyId: string;
  isBusy: boolean;
  /** The error of the last action on the portal, if it failed. */
  refusal: unknown;
  ask: (wish: Wish) => void;
}

/** One portal: the status of the property there, and what prevents its publication. */
export function PortalItem({ row, propertyId, isBusy, refusal, ask }: Props) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const mayWrite = usePermissions().includes('write');
  const { target, name, listing, whyNot } = row;
  return (
    <li className="portal-row">
      {mayWrite && (
        <input
          type="checkbox"
          role="switch"
          className="switch"
          aria-label={t('portals.switch', { name })}
          aria-describedby={`why-${target.id}`}
          checked={listing !== undefined}
          disabled={isBusy || whyNot !== undefined}
          onChange={() => ask({ kind: listing ? 'takeDown' : 'publish', rows: [row] })}
        />
      )}
      <div className="portal-words" id={`why-${target.id}`}>
        <Anchor
          component={Link}
          to={listing ? `/listings/${listing.id}` : `/targets/${target.id}`}
          fw={600}
          size="sm"
        >
          {name}
        </Anchor>
        {listing ? (
          <Standing key={[listing.publishFrom, listing.publishUntil].join()} listing={listing} />
        ) : (
          <CheckedNote row={row} propertyId={propertyId} />
        )}
        {refusal !== undefined && (
          <Text role="alert" size="sm" className="bad-text break">
            {t('portals.refused', { reason: errorText(refusal) })}
          </Text>
        )}
      </div>
      <div className="portal-state">
        <State row={row} />
      </div>
    </li>
  );
}

function State({ row: { listing, whyNot } }: Pick<Props, 'row'>) {
  const { t } = useSpeech();
  const mayWrite = usePermissions().includes('write');
  // The row shows the time already.
  if (listing && shownStateOf(listing) === 'planned')
    return <Badge tone="busy">{t('listing.planned')}</Badge>;
  if (listing) return <ListingBadge listing={listing} />;
  if (!mayWrite || whyNot !== undefined) return <Badge tone="calm">{t('portals.off')}</Badge>;
  return (
    <Badge tone="calm" icon="check">
      {t('portals.ready')}
    </Badge>
  );
}

/** The portal's statement, and the next step. */
function Standing({ listing }: { listing: Listing }) {
  const { t } = useSpeech();
  const mayWrite = usePermissions().includes('write');
  const { lastError, nextAttemptAt, scheduledFor, publishUntil, publicUrl, unpublishedReason } = listing;
  return (
    <>
      {lastError && <Said error={lastError} />}
      <ShortPlatformState listing={listing} />
      <StillOnline listing={listing} />
      {unpublishedReason && (
        <Text size="sm" c="dimmed">
          {t(`listing.unpublished.${unpublishedReason}`)}
        </Text>
      )}
      {scheduledFor === undefined ? (
        nextAttemptAt !== undefined && <Dated label={`${t('listing.nextAttempt')}:`} at={nextAttemptAt} />
      ) : (
        <Dated label={t('portals.scheduled')} at={scheduledFor} exact />
      )}
      {publishUntil !== undefined && unpublishedReason !== 'ended' && (
        <Dated label={t('portals.ends')} at={publishUntil} exact />
      )}
      {publicUrl !== undefined && <OutsideLink href={publicUrl}>{t('portals.atPortal')}</OutsideLink>}
      {mayWrite && (
        <details className="portal-hints">
          <summary>{t('portals.times')}</summary>
          <PlannedForm listing={listing} />
        </details>
      )}
    </>
  );
}

function Said({ error: { failureCode, failureMessage } }: { error: NonNullable<Listing['lastError']> }) {
  const { t } = useSpeech();
  const meaning = knownKey(`code.${failureCode}`);
  return (
    <>
      <Text size="sm" className="bad-text">
        {meaning ? t(meaning) : failureCode}
      </Text>
      <Text size="xs" c="dimmed" className="break">
        {failureMessage}
      </Text>
    </>
  );
}

const Dated = ({ label, at, exact = false }: { label: string; at: string; exact?: boolean }) => (
  <Text size="sm" c="dimmed">
    {label} <Time at={at} exact={exact} />
  </Text>
);
