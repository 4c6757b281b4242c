import type { Listing, PlatformMessage, PlatformState } from '@estate/client';
import { Alert, Text } from '@mantine/core';
import { useFieldName } from '../../fields/use-field-name.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { platformStateMessages } from '../../text/platform-state-messages.ts';
import { Icon } from '../../ui/icons.tsx';
import { useMessageWords } from '../../ui/message-words.ts';
import { Time } from '../../ui/time.tsx';

addMessages(platformStateMessages);

/** The portal's status of a listing, in the portal's words and in ours. */
export function PlatformStateNote({ listing }: { listing: Pick<Listing, 'platformState' | 'propertyId'> }) {
  const { t } = useSpeech();
  const { platformState, propertyId } = listing;
  if (!platformState) return null;
  const { state, at, source, messages } = platformState;
  const isBad = isBadNews(platformState);
  return (
    <Alert
      role="status"
      className={isBad ? 'tone-bad' : ''}
      icon={<Icon name={isBad ? 'warning' : 'clock'} />}
      title={t('platformState.title')}
    >
      <Text size="sm" fw={600}>
        {t(`platformState.${state}`)} {t(`platformState.source.${source}`)} · <Time at={at} />
      </Text>
      {(state === 'rejected' || state === 'removed') && (
        <Text size="sm">{t(`platformState.${state}Text`)}</Text>
      )}
      <PlatformMessages messages={messages} propertyId={propertyId} />
    </Alert>
  );
}

/** The messages of the portal, each with the part of the property it is about. */
export function PlatformMessages({
  messages,
  propertyId,
}: {
  messages: readonly PlatformMessage[];
  propertyId: string | undefined;
}) {
  const wordsOf = useMessageWords();
  const nameOf = useFieldName(propertyId);
  return (
    <ul className="plain-list">
      {messages.map(({ code, field, ...said }) => (
        <li key={said.text} className="break">
          <Text size="sm">
            {field !== undefined && <strong>{nameOf(field)}: </strong>}
            {wordsOf(said)} {code !== undefined && <code>{code}</code>}
          </Text>
        </li>
      ))}
    </ul>
  );
}

const isBadNews = ({ state }: PlatformState): boolean => state === 'rejected' || state === 'removed';

/** A rejection or removal by a portal in a few words, for a row of a list. */
export function ShortPlatformState({
  listing: { platformState },
}: {
  listing: Pick<Listing, 'platformState'>;
}) {
  const { t } = useSpeech();
  const wordsOf = useMessageWords();
  if (!platformState || !isBadNews(platformState)) return null;
  const [first] = platformState.messages;
  return (
    <Text size="xs" className="bad-text break">
      {t(`platformState.${platformState.state}`)}
      {first && `: ${wordsOf(first)}`}
    </Text>
  );
}
