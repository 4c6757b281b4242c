import type { Delivery, ServiceEvent } from '@estate/client';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSpeech } from '../../text/language.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Section } from '../../ui/page.tsx';
import { Raw } from '../../ui/raw.tsx';
import { asCurl } from './as-curl.ts';

/** An event is made at most this long before its delivery. */
const BEFORE_MS = 3_600_000;
const AFTER_MS = 60_000;

/** What the receiver is sent, and the same as a command. */
export function BodySection({ delivery, url }: { delivery: Delivery; url: string | undefined }) {
  const { t } = useSpeech();
  const { data: event, isSuccess } = useQuery({
    queryKey: ['event', delivery.eventId],
    queryFn: ({ signal }) => findEvent(delivery, signal),
    staleTime: Infinity,
  });
  const body = event && JSON.stringify(event);
  return (
    <Section
      title={t('delivery.sentBody')}
      actions={
        body &&
        url !== undefined && (
          <Group gap="xs" title={t('delivery.curlText')}>
            <Copy text={() => asCurl(url, body)} label={t('delivery.curl')} />
          </Group>
        )
      }
    >
      {event && <Raw text={JSON.stringify(event, null, 2)} label={t('delivery.sentBody')} />}
      {isSuccess && !event && (
        <Text size="sm" c="dimmed">
          {t(delivery.test === true ? 'delivery.bodyOfTest' : 'delivery.bodyGone')}
        </Text>
      )}
    </Section>
  );
}

/** Events have no address of their own; those of the time are looked through. */
async function findEvent(
  { eventId, eventName, createdAt }: Delivery,
  signal: AbortSignal,
): Promise<ServiceEvent | null> {
  const around = createdAt === undefined ? {} : spanAround(Date.parse(createdAt));
  for await (const event of api.events.all({ eventName, ...around, order: 'desc' }, { signal })) {
    if (event.eventId === eventId) return event;
  }
  return null;
}

const spanAround = (ms: number) => ({
  since: new Date(ms - BEFORE_MS).toISOString(),
  until: new Date(ms + AFTER_MS).toISOString(),
});
