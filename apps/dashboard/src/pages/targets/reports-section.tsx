import type { Report } from '@estate/client';
import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api, orNull } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { platformStateMessages } from '../../text/platform-state-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { PlatformMessages } from '../listings/platform-state.tsx';

addMessages(platformStateMessages);

const SHOWN = 10;
/** The other objects of a report are in its email. */
const OBJECTS_SHOWN = 5;

/** The reports of the portal in its words, the newest first; above all the report that a search has found. */
export function ReportsSection({ targetId }: { targetId: string }) {
  const { t } = useSpeech();
  const [parameters] = useSearchParams();
  const wanted = parameters.get('report');
  const query = useQuery({
    queryKey: ['reports', targetId],
    queryFn: ({ signal }) => api.reports.list({ targetId, limit: SHOWN, order: 'desc' }, { signal }),
    refetchInterval: LIST_MS,
  });
  return (
    <Section title={t('reports.title')} text={t('reports.text')}>
      {wanted !== null && <WantedReport id={wanted} />}
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t('reports.empty')}
            </Text>
          ) : (
            <ul className="plain-list">
              {data.map((report) => (
                <li key={report.id}>
                  <ReportItem report={report} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function WantedReport({ id }: { id: string }) {
  const { t } = useSpeech();
  const { data } = useQuery({
    queryKey: ['report', id],
    queryFn: ({ signal }) => orNull(api.reports.get(id, { signal })),
  });
  if (!data) return null;
  return (
    <div role="group" aria-label={t('reports.found')}>
      <Text size="sm" fw={600}>
        {t('reports.found')}
      </Text>
      <ReportItem report={data} />
    </div>
  );
}

const TONES: Record<Report['state'], Tone> = {
  confirmed: 'good',
  rejected: 'bad',
  removed: 'bad',
  unclear: 'busy',
};

function ReportItem({ report }: { report: Report }) {
  const { t } = useSpeech();
  const { state, at, mailId, verified, objects, objectCount } = report;
  const telling = objects.filter((one) => one.state !== 'confirmed' || one.messages.length > 0);
  return (
    <article>
      <Group gap="xs">
        <Badge tone={TONES[state]}>
          {t(state === 'unclear' ? 'reports.unclear' : `platformState.${state}`)}
        </Badge>
        <Text size="sm" c="dimmed">
          <Time at={at} exact /> · {t('reports.objects', { count: objectCount })}
        </Text>
        {mailId !== undefined && (
          <Anchor component={Link} to={`/mails/${mailId}`} size="sm">
            {t('reports.email')}
          </Anchor>
        )}
      </Group>
      {!verified && <Text size="sm">{t('reports.unverified')}</Text>}
      {telling.slice(0, OBJECTS_SHOWN).map((one, at_) => (
        <ReportedObject key={at_} said={one} />
      ))}
      {state === 'unclear' && mailId !== undefined && <EmailText id={mailId} />}
    </article>
  );
}

function ReportedObject({ said }: { said: Report['objects'][number] }) {
  const { t } = useSpeech();
  const { listingId, number, fileName, state, messages, propertyId } = said;
  const name = number ?? fileName ?? '';
  return (
    <>
      <Text size="sm" className="break">
        {listingId === undefined ? (
          name
        ) : (
          <Anchor component={Link} to={`/listings/${listingId}`} size="sm" underline="always">
            {name}
          </Anchor>
        )}
        : {t(`platformState.${state}`)}
      </Text>
      <PlatformMessages messages={messages} propertyId={propertyId} />
    </>
  );
}

/** Nobody can be sure of this report, so a person reads its email. */
function EmailText({ id }: { id: string }) {
  const { t } = useSpeech();
  const { data } = useQuery({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => orNull(api.mails.get(id, { signal })),
  });
  if (data === undefined) return null;
  return (
    <details>
      <summary>{t('reports.emailText')}</summary>
      <p className="message" dir="auto">
        {data?.text ?? t('reports.emailGone')}
      </p>
    </details>
  );
}
