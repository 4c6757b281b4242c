import type { Target } from '@estate/client';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { targetSettingsMessages } from '../../text/target-settings-messages.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

addMessages(targetSettingsMessages);

const DOCUMENTS = [
  ['openimmo.xml', 'openimmoXmlUrl'],
  ['openimmo.zip', 'openimmoZipUrl'],
  ['properties.json', 'propertiesJsonUrl'],
] as const;

/** The addresses of a feed, and its last fetch. */
export function FeedSection({ id, feed }: { id: string; feed: NonNullable<Target['feed']> }) {
  const { t } = useSpeech();
  const rotate = useAct({
    run: () => api.targets.rotateFeedToken(id),
    touches: [['target', id]],
    done: t('target.feedRotated'),
  });
  return (
    <Section title={t('target.feed')} text={t('target.feedText')}>
      {DOCUMENTS.map(([name, url]) => (
        <Group key={name} gap="xs" mt="xs">
          <span className="break">
            {name}: <code>{feed[url]}</code>
          </span>
          <Copy text={feed[url]} />
        </Group>
      ))}
      <Group mt="md">
        <Confirm
          dangerous
          needs="manage"
          label={t('target.feedRotate')}
          title={t('target.feedRotateTitle')}
          text={t('target.feedRotateText')}
          icon={<Icon name="refresh" size={15} />}
          size="compact-sm"
          act={rotate}
        />
      </Group>
      <Fetches id={id} />
    </Section>
  );
}

const SHOWN = 5;

function Fetches({ id }: { id: string }) {
  const { t } = useSpeech();
  const { data: fetches } = useQuery({
    queryKey: ['target', id, 'fetches'],
    queryFn: ({ signal }) => api.targets.fetches(id).list({ order: 'desc', limit: SHOWN }, { signal }),
    refetchInterval: LIST_MS,
  });
  if (fetches?.data.length === 0) {
    return (
      <Text size="sm" mt="md">
        {t('target.feedUnread')}
      </Text>
    );
  }
  return (
    <ul>
      {fetches?.data.map(({ id: key, at, document, count, userAgent, address }) => (
        <li key={key} className="break">
          <Time at={at} exact /> · {document} ({count}) · {userAgent ?? address}
        </li>
      ))}
    </ul>
  );
}
