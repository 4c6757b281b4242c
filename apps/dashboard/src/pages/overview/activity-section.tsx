import { Suspense, lazy } from 'react';
import { Anchor, Text, useComputedColorScheme } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { isFailure, placeOf, useEventText } from '../../ui/event-text.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import type { Activity, Day } from './activity.ts';
import { SERIES } from './series.ts';

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** Two weeks as a chart and, for who cannot see it, as a table. */
export function ActivitySection({ activity: { days, cut, recent } }: { activity: Activity }) {
  const { t } = useSpeech();
  const scheme = useComputedColorScheme('light');
  if (recent.length === 0) {
    return (
      <Section title={t('overview.activity')}>
        <Text c="dimmed" size="sm">
          {t('overview.quiet')}
        </Text>
      </Section>
    );
  }
  return (
    <Section title={t('overview.activity')} text={t('overview.activityText')}>
      <Suspense fallback={<Loading />}>
        <Chart days={days} />
      </Suspense>
      <div className="legend">
        {SERIES.map((series) => (
          <span key={series.name} style={{ ['--series' as string]: series[scheme] }}>
            {t(`overview.${series.name}`)}
          </span>
        ))}
      </div>
      {cut && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('overview.activityCut', { count: 1000 })}
        </Text>
      )}
      <details>
        <summary>{t('overview.asTable')}</summary>
        <DayTable days={days} />
      </details>
    </Section>
  );
}

function DayTable({ days }: { days: readonly Day[] }) {
  const { t, language } = useSpeech();
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t('overview.asTable')}>
      <table className="data">
        <thead>
          <tr>
            <th scope="col">{t('chart.day')}</th>
            {SERIES.map(({ name }) => (
              <th scope="col" key={name}>
                {t(`overview.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.at.getTime()}>
              <th scope="row">{format.format(day.at)}</th>
              {SERIES.map(({ name }) => (
                <td key={name}>{day[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The last events, each with a way to what it is about. */
export function RecentSection({ recent }: { recent: Activity['recent'] }) {
  const { t } = useSpeech();
  const eventText = useEventText();
  if (recent.length === 0) return null;
  return (
    <Section title={t('overview.recent')}>
      <ol className="timeline">
        {recent.map((event) => (
          <li key={event.eventId} className={isFailure(event) ? 'bad' : 'good'}>
            <Anchor component={Link} to={placeOf(event)} size="sm" fw={600}>
              {eventText(event)}
            </Anchor>
            <Text size="xs" c="dimmed">
              <Time at={event.eventTime} />
            </Text>
          </li>
        ))}
      </ol>
    </Section>
  );
}
