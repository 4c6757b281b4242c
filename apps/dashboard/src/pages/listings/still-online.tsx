import type { Listing } from '@estate/client';
import { Alert, Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { stillOnlineMessages } from '../../text/still-online-messages.ts';
import { Icon } from '../../ui/icons.tsx';
import { Time } from '../../ui/time.tsx';

addMessages(stillOnlineMessages);

type Shown = Pick<Listing, 'stillOnlineSince' | 'nextAttemptAt'>;

/** Shows that a platform refuses to take a listing down, since when, and when the service tries again. */
export function StillOnlineNote({ listing }: { listing: Shown }) {
  const { t } = useSpeech();
  if (listing.stillOnlineSince === undefined) return null;
  return (
    <Alert role="status" className="tone-bad" icon={<Icon name="warning" />}>
      {t('stillOnline.text')} <StillOnlineTimes {...listing} />
    </Alert>
  );
}

/** The times in a few words, for a row of a list. */
export function StillOnline({ listing }: { listing: Shown }) {
  if (listing.stillOnlineSince === undefined) return null;
  return (
    <Text size="xs" className="bad-text">
      <StillOnlineTimes {...listing} />
    </Text>
  );
}

function StillOnlineTimes({ stillOnlineSince, nextAttemptAt }: Shown) {
  const { t } = useSpeech();
  return (
    <>
      {t('stillOnline.since')} <Time at={stillOnlineSince ?? ''} exact />.
      {nextAttemptAt !== undefined && (
        <>
          {' '}
          {t('stillOnline.again')} <Time at={nextAttemptAt} />
        </>
      )}
    </>
  );
}
