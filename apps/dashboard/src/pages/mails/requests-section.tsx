import type { ReceivedMail } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { Section } from '../../ui/page.tsx';

/** The requests that an email led to. */
export function RequestsSection({ mail: { requestIds, requestCount } }: { mail: ReceivedMail }) {
  const { t } = useSpeech();
  const rest = requestCount - requestIds.length;
  return (
    <Section title={t('mail.requests')}>
      {requestCount === 0 && (
        <Text size="sm" c="dimmed">
          {t('mail.noRequests')}
        </Text>
      )}
      <ul className="plain-list">
        {requestIds.map((id, index) => (
          <li key={id}>
            <Anchor component={Link} to={`/requests/${id}`} size="sm">
              {t('mail.request', { number: index + 1 })}
            </Anchor>
          </li>
        ))}
      </ul>
      {rest > 0 && <Text size="sm">{t('mail.moreRequests', { count: rest })}</Text>}
    </Section>
  );
}
