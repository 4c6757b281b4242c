import { useState } from 'react';
import type { Report } from '@estate/client';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { api, orNull } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { platformStateMessages } from '../../text/platform-state-messages.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/badge.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { PlatformMessages } from '../listings/platform-state.tsx';
import { tellingObjects } from './telling-objects.ts';

addMessages(platformStateMessages);

const PAGE = 10;
/** The number of objects that are shown of a report before the user expands it. */
const OBJECTS_SHOWN = 5;

/** The reports of the portal, newest first; the report that a search has found is at the top. */
export function ReportsSection({ targetId }: { targetId: string }) {
  const { t } = useSpeech();
  const [parameters] = useSearchParams();
  const wanted = parameters.get('report');
  const list = useLiveList<Report>({
    key: ['reports', targetId],
    load: ({ startAfter }, signal) =>
      api.reports.list(
        { targetId, limit: PAGE, order: 'desc', ...(startAfter !== undefined && { startAfter }) },
        { signal },
      ),
  });
  return (
    <Section title={t('reports.title')} text={t('reports.text')}>
      {wanted !== null && <WantedReport id={wanted} object={parameters.get('object')} />}
      {list.error && <ErrorNote error={list.error} again={list.refresh} />}
      {list.loading && <Loading />}
      {list.complete && list.items.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('reports.empty')}
        </Text>
      )}
      <ul className="plain-list">
        {list.items.map((report) => (
          <li key={report.id}>
            <ReportItem report={report} />
          </li>
        ))}
      </ul>
      {list.items.length > 0 && !list.complete && (
        <Button variant="default" size="compact-sm" onClick={list.loadMore} mt="sm">
          {t('common.more')}
        </Button>
      )}
    </Section>
  );
}

function WantedReport({ id, object }: { id: string; object: string | null }) {
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
      <ReportItem report={data} object={object} />
    </div>
  );
}

const TONES: Record<Report['state'], Tone> = {
  confirmed: 'good',
  rejected: 'bad',
  removed: 'bad',
  unclear: 'busy',
};

interface ItemProps {
  report: Report;
  /** The number or package that the user searched for. */
  object?: string | null;
}

function ReportItem({ report, object = null }: ItemProps) {
  const { t } = useSpeech();
  const { state, at, mailId, verified, objects, objectCount } = report;
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
      <ReportedObjects telling={tellingObjects(objects, object)} />
      {state === 'unclear' && mailId !== undefined && <EmailText id={mailId} />}
    </article>
  );
}

function ReportedObjects({ telling }: { telling: Report['objects'] }) {
  const { t } = useSpeech();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? telling : telling.slice(0, OBJECTS_SHOWN);
  return (
    <>
      {shown.map((one, at) => (
        <ReportedObject key={at} said={one} />
      ))}
      {telling.length > OBJECTS_SHOWN && (
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('reports.showFewer') : t('reports.showAll', { count: telling.length })}
        </Button>
      )}
    </>
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

/** A report whose meaning is uncertain is shown with the text of its email. */
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
