import type { Delivery } from '@estate/client';
import { Group, Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Section } from '../../ui/page.tsx';
import { Raw } from '../../ui/raw.tsx';
import { asCurl } from './as-curl.ts';
import { useDeliveredEvent } from './delivered-event.ts';

/** The request body for the receiver, and the same request as a command. */
export function BodySection({ delivery, url }: { delivery: Delivery; url: string | undefined }) {
  const { t } = useSpeech();
  const { data: event, isSuccess } = useDeliveredEvent(delivery);
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
