import type { DeliveryAttempt } from '@estate/client';
import { Group, Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/page.tsx';
import { Raw } from '../../ui/raw.tsx';
import { Time } from '../../ui/time.tsx';

/** Every attempt: its time, response, duration and failure. */
export function AttemptsSection({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  const { t } = useSpeech();
  return (
    <Section title={t('delivery.attempts')}>
      {attempts.length === 0 && <Text c="dimmed">{t('delivery.noAttempts')}</Text>}
      <ol className="plain-list">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.at}>
            <Attempt attempt={attempt} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { t } = useSpeech();
  const { at, statusCode, body, bodyTruncated, error, errorCode, durationMs, address } = attempt;
  const good = statusCode !== undefined && statusCode >= 200 && statusCode < 300;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Badge tone={good ? 'good' : 'bad'}>{statusCode ?? errorCode ?? t('delivery.noAnswer')}</Badge>
          <Text size="sm">
            <Time at={at} exact />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {durationMs !== undefined && `${String(Math.round(durationMs))} ms`}
          {address !== undefined && ` · ${address}`}
        </Text>
      </Group>
      {error !== undefined && (
        <Text size="sm" className="bad-text break" mt={4}>
          {error}
        </Text>
      )}
      <Phases attempt={attempt} />
      {body !== undefined && (
        <details open={!good}>
          <summary>
            {t('delivery.body')}
            {bodyTruncated === true && ` (${t('delivery.cut')})`}
          </summary>
          <Raw text={body === '' ? t('delivery.emptyBody') : body} label={t('delivery.body')} />
        </details>
      )}
    </>
  );
}

const PHASES = { dnsMs: 'DNS', connectMs: 'TCP', tlsMs: 'TLS', firstByteMs: 'HTTP' } as const;

function Phases({ attempt: { phases = {} } }: { attempt: DeliveryAttempt }) {
  const { language } = useSpeech();
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const known = Object.entries(PHASES).flatMap(([name, label]) => {
    const ms = phases[name as keyof typeof PHASES];
    return ms === undefined ? [] : [`${label} ${number.format(ms)} ms`];
  });
  if (known.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      {known.join(' · ')}
    </Text>
  );
}
