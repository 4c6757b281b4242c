import type { TimelineEntry } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useTargetName } from '../api/names.ts';
import { useSpeech } from '../text/language.tsx';
import { useActorText } from '../ui/actor-text.ts';
import { useMessageWords } from '../ui/message-words.ts';
import { Technical } from '../ui/technical.tsx';
import { Time } from '../ui/time.tsx';
import { AttemptCost, AttemptDetails } from './attempt-details.tsx';
import { ChangedFields } from './changed-fields.tsx';
import { SentDelivery } from './sent-delivery.tsx';
import { Handled } from './handled.tsx';
import { placeOfEntry, titleOf, toneOf } from './entry-words.ts';

interface Props {
  entry: TimelineEntry;
  /** All loaded entries, newest first. */
  entries: readonly TimelineEntry[];
}

/** One entry: its title, its details, its time, and its actor. */
export function EntryItem({ entry, entries }: Props) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const actorText = useActorText();
  const { kind, at, actor } = entry;
  const title = titleOf(entry);
  const place = placeOfEntry(entry, entries);
  const targetId = 'targetId' in entry ? entry.targetId : undefined;
  const text = title ? t(title) : kind;
  return (
    <li className={toneOf(entry)} data-kind={kind}>
      <Text size="sm" fw={600} component="div" className="break">
        {place === undefined ? text : <To to={place} text={text} />}
        {targetId !== undefined && (
          <>
            {' · '}
            <To to={`/targets/${targetId}`} text={targetName(targetId)} />
          </>
        )}
      </Text>
      <Details entry={entry} />
      <Text size="xs" c="dimmed" component="div" className="break">
        <Time at={at} exact />
        {actor && ` · ${actorText(actor)}`}
      </Text>
      {isTechnical(entry) && (
        <Technical>
          <ForDevelopers entry={entry} />
        </Technical>
      )}
    </li>
  );
}

function isTechnical(entry: TimelineEntry): boolean {
  if (entry.requestId !== undefined) return true;
  if (entry.kind === 'event') return entry.deliveries.length > 0;
  return entry.kind === 'publication_attempt' && (entry.durationMs > 0 || entry.fileName !== undefined);
}

/** The webhooks that received it, the durations, and the API call that caused it. */
function ForDevelopers({ entry }: { entry: TimelineEntry }) {
  return (
    <>
      {entry.kind === 'publication_attempt' && <AttemptCost attempt={entry} />}
      {entry.kind === 'event' &&
        entry.deliveries.map((one) => <SentDelivery key={one.deliveryId} delivery={one} />)}
      {entry.requestId !== undefined && (
        <Text size="xs" c="dimmed" component="div" className="break">
          <code>{entry.requestId}</code>
        </Text>
      )}
    </>
  );
}

/** The settings of a customer for a listing. */
function Wish({ entry }: { entry: Extract<TimelineEntry, { kind: 'listing_created' | 'listing_updated' }> }) {
  const { t } = useSpeech();
  const { preventPublication, publishFrom, publishUntil } = entry;
  return (
    <Text size="xs">
      {preventPublication === true && <div>{t('timeline.draft')}</div>}
      {publishFrom !== undefined && (
        <div>
          {t('listing.publishFrom')} <Time at={publishFrom} exact />
        </div>
      )}
      {publishUntil !== undefined && (
        <div>
          {t('listing.publishUntil')} <Time at={publishUntil} exact />
        </div>
      )}
    </Text>
  );
}

function Details({ entry }: { entry: TimelineEntry }) {
  const { t } = useSpeech();
  switch (entry.kind) {
    case 'property_updated':
      return <ChangedFields entry={entry} />;
    case 'listing_created':
    case 'listing_updated':
      return <Wish entry={entry} />;
    case 'publication_attempt':
      return <AttemptDetails attempt={entry} />;
    case 'listing_answered':
      return <Answered messages={entry.messages} />;
    case 'request':
      return (
        <>
          {entry.handling && <Handled handling={entry.handling} />}
          <Text size="xs">
            <To to={`/mails/${entry.mailId}`} text={t('mail.open')} />
          </Text>
        </>
      );
    default:
      return null;
  }
}

type Answer = Extract<TimelineEntry, { kind: 'listing_answered' }>;

function Answered({ messages }: Pick<Answer, 'messages'>) {
  const wordsOf = useMessageWords();
  return messages.map((message) => (
    <Text key={message.text} size="xs" className="break">
      {wordsOf(message)}
    </Text>
  ));
}

const To = ({ to, text }: { to: string; text: string }) => (
  <Anchor component={Link} to={to} inherit>
    {text}
  </Anchor>
);
