import { Suspense, lazy } from 'react';
import type { Import } from '@estate/client';
import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useSourceName } from '../../api/imports.ts';
import { FAST_MS, SLOW_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { useFilters } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useSizeText } from '../../ui/size-text.ts';
import { TechnicalId } from '../../ui/technical.tsx';
import { Time } from '../../ui/time.tsx';
import { CountsSection } from './counts-section.tsx';
import { ImportBadge } from './import-badges.tsx';
import { ImportFailure } from './import-failure.tsx';
import { PreviewNote } from './preview-note.tsx';
import { SummarySection } from './summary-section.tsx';
import './imports.css';
import './import-texts.ts';

const CancelButton = lazy(async () => ({ default: (await import('./decisions.tsx')).CancelButton }));
const ObjectsSection = lazy(async () => ({
  default: (await import('./objects-section.tsx')).ObjectsSection,
}));
const WaitingNote = lazy(async () => ({ default: (await import('./decisions.tsx')).WaitingNote }));

const ENDED: readonly Import['state'][] = ['finished', 'failed', 'cancelled'];
/** True if its document has been read. */
const isRead = ({ state }: Import): boolean => state !== 'queued' && state !== 'reading';
const isEnded = ({ state }: Import): boolean => ENDED.includes(state);

/** One import: its result for every object, and the decision it waits for. */
export function ImportPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const filters = useFilters();
  const query = useQuery({
    queryKey: ['import', id],
    queryFn: ({ signal }) => api.imports.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data) ? SLOW_MS : FAST_MS),
  });
  return (
    <Loaded query={query}>
      {(one) => (
        <Page
          title={one.fileName ?? t('imports.noFile')}
          up={{ to: '/imports', label: t('nav.imports') }}
          beside={
            <>
              <ImportBadge state={one.state} />
              {one.dryRun && <Badge tone="calm">{t('imports.dryRun')}</Badge>}
            </>
          }
          actions={
            !isEnded(one) && (
              <Suspense>
                <CancelButton id={id} />
              </Suspense>
            )
          }
        >
          <Notes one={one} filters={filters} />
          <CountsSection counts={one.counts} filters={filters} />
          <Suspense>
            <ObjectsSection id={id} isLive={!isEnded(one)} filters={filters} />
          </Suspense>
          {isRead(one) && <SummarySection id={id} state={one.state} />}
          <Details one={one} />
        </Page>
      )}
    </Loaded>
  );
}

/** Notes that the user needs before the objects. */
function Notes({ one, filters }: { one: Import; filters: Filters }) {
  const { t } = useSpeech();
  const { preview, failure, state } = one;
  return (
    <Suspense>
      {one.dryRun && !preview && state === 'finished' && (
        <Alert className="tone-calm" icon={<Icon name="dash" />}>
          {t('import.dryRunNote')}
        </Alert>
      )}
      {preview?.differing !== undefined && <PreviewNote differing={preview.differing} filters={filters} />}
      {failure && <ImportFailure failure={failure} />}
      {state === 'awaiting_confirmation' && <WaitingNote one={one} />}
    </Suspense>
  );
}

function Details({ one }: { one: Import }) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const sourceName = useSourceName();
  const { id, sourceId, scope, software, sizeBytes, createdAt, finishedAt } = one;
  const facts: Fact[] = [
    [
      t('imports.source'),
      sourceId === undefined ? (
        t('imports.noSource')
      ) : (
        <Anchor key="source" component={Link} to={`/imports/sources/${sourceId}`} size="sm">
          {sourceName(sourceId)}
        </Anchor>
      ),
    ],
    [t('import.scope'), scope && t(`import.scope.${scope}`)],
    [t('import.software'), software && [software.name, software.version].filter(Boolean).join(' ')],
    [t('import.size'), sizeText(sizeBytes)],
    [t('import.received'), <Time key="received" at={createdAt} exact />],
    [t('import.finishedAt'), finishedAt !== undefined && <Time key="finished" at={finishedAt} exact />],
  ];
  return (
    <Section title={t('import.details')}>
      <Facts facts={facts} />
      <TechnicalId id={id} />
    </Section>
  );
}
