import type { Activity } from '@estate/client';
import { Text } from '@mantine/core';
import { useTargetName } from '../../api/names.ts';
import { CountChart } from '../../charts/count-chart.tsx';
import { useSuccessText } from '../../charts/success-text.ts';
import { useSpeech } from '../../text/language.tsx';
import { Section } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { AnswerTimes } from './answer-times.tsx';

type Requests = Activity['requests'];

/** The number of rows that are shown; the API returns more. */
const SHOWN = 8;

/** The properties and portals that bring requests, and the days on which requests arrived. */
export function RequestsChart({ requests }: { requests: Requests }) {
  const { t } = useSpeech();
  const { countOf } = useSuccessText();
  const { total, days, origins, answers, isLimited } = requests;
  if (total === 0) {
    return (
      <Section title={t('activity.requests')}>
        <Text c="dimmed" size="sm">
          {t('activity.noRequests')}
        </Text>
      </Section>
    );
  }
  const count = countOf(total);
  return (
    <Section
      title={t('activity.requests')}
      text={t(isLimited ? 'activity.requestsCut' : 'activity.requestsText', { count })}
    >
      <OriginTable origins={origins.slice(0, SHOWN)} highest={origins[0]?.requests ?? 1} />
      <AnswerTimes answers={answers} />
      <Text component="h3" size="sm" fw={600} mt="md" mb={6}>
        {t('activity.byDay')}
      </Text>
      <CountChart days={days.map((day) => ({ date: day.date, counts: { plain: day.requests } }))} />
      <details>
        <summary>{t('overview.asTable')}</summary>
        <DayTable days={days} />
      </details>
    </Section>
  );
}

interface OriginProps {
  origins: Requests['origins'];
  highest: number;
}

/** One row for each property and portal, with a bar beside the number. */
function OriginTable({ origins, highest }: OriginProps) {
  const { t } = useSpeech();
  const { countOf } = useSuccessText();
  const targetName = useTargetName();
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t('activity.requests')}>
      <table className="data origins">
        <thead>
          <tr>
            <th scope="col">{t('request.property')}</th>
            <th scope="col">{t('activity.portal')}</th>
            <th scope="col">{t('nav.requests')}</th>
          </tr>
        </thead>
        <tbody>
          {origins.map(({ propertyId, targetId, requests }) => (
            <tr key={`${propertyId ?? ''} ${targetId}`}>
              <th scope="row">
                {propertyId === undefined ? t('activity.noProperty') : <PropertyName id={propertyId} />}
              </th>
              <td className="break">{targetName(targetId)}</td>
              <td>
                <span className="origin-count">{countOf(requests)}</span>
                <span className="origin-bar" aria-hidden="true">
                  <i style={{ width: `${String((100 * requests) / highest)}%` }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayTable({ days }: Pick<Requests, 'days'>) {
  const { t } = useSpeech();
  const { dayOf, countOf } = useSuccessText();
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t('activity.byDay')}>
      <table className="data numbers">
        <thead>
          <tr>
            <th scope="col">{t('success.day')}</th>
            <th scope="col">{t('nav.requests')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, requests }) => (
            <tr key={date}>
              <th scope="row">{dayOf(date)}</th>
              <td>{countOf(requests)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
