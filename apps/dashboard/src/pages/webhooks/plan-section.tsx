import type { Delivery } from '@estate/client';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

/** The next attempt, and the ones after it if the receiver keeps failing. */
export function PlanSection({ delivery }: { delivery: Delivery }) {
  const { t } = useSpeech();
  const { nextAttemptAt, laterAttemptsAt: later = [] } = delivery;
  return (
    <Section title={t('delivery.plan')}>
      {nextAttemptAt === undefined ? (
        <Text size="sm" c="dimmed">
          {t('delivery.planNone')}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('delivery.next')}
          </Text>
          <Text fw={650} size="lg">
            <Time at={nextAttemptAt} />
          </Text>
          <Text size="sm" mb="sm">
            <Time at={nextAttemptAt} exact />
          </Text>
          <Text size="sm" c="dimmed" mb="xs">
            {t(later.length === 0 ? 'delivery.planLast' : 'delivery.planText')}
          </Text>
          <ol className="timeline">
            {later.map((at) => (
              <li key={at}>
                <Text size="sm">
                  ≈ <Time at={at} exact />
                </Text>
              </li>
            ))}
          </ol>
        </>
      )}
    </Section>
  );
}
