import { Suspense, lazy } from 'react';
import type { Import, ImportState } from '@estate/client';
import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useImportSources, useSourceName } from '../../api/imports.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useIsViewer } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { Badge } from '../../ui/badge.tsx';
import { TwoLines, timeColumn } from '../../ui/cells.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { ImportBadge } from './import-badges.tsx';
import { WaitingPackageNote } from './sources/waiting-package-note.tsx';
import './imports.css';
import './import-texts.ts';

const UploadSection = lazy(async () => ({ default: (await import('./upload-section.tsx')).UploadSection }));

const STATES = [
  'awaiting_confirmation', 'queued', 'reading', 'applying', 'finished', 'failed', 'cancelled',
] as const satisfies ImportState[]; // oxfmt-ignore

/** The packages that arrived, and a place to drop another one. */
export function ImportsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const isViewer = useIsViewer();
  const { data: sources } = useImportSources();
  const columns = useColumns();
  const asked = askedFor<Pick<Import, 'sourceId' | 'state'>>(filters, ['sourceId', 'state']);
  const list = useLiveList<Import>({
    key: ['imports', asked],
    load: (query, signal) => api.imports.list({ ...query, ...asked }, { signal }),
  });
  return (
    <Page title={t('nav.imports')} actions={<ToSources />}>
      {sources?.map((source) => (
        <WaitingPackageNote key={source.id} {...source} />
      ))}
      {!isViewer && (
        <Suspense fallback={<div className="card upload-place" />}>
          <UploadSection sources={sources ?? []} />
        </Suspense>
      )}
      <ResourceList
        label={t('nav.imports')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{
          choices: [
            choiceOf({ name: 'state', label: t('common.status') }, STATES, (value) => t(`import.${value}`)),
            {
              name: 'sourceId',
              label: t('imports.source'),
              options: (sources ?? []).map(({ id, name }) => ({ value: id, label: name })),
            },
          ],
        }}
        empty={{ icon: 'imports', title: t('imports.empty'), text: t('imports.emptyText') }}
      />
    </Page>
  );
}

function ToSources() {
  const { t } = useSpeech();
  return (
    <Button component={Link} to="/imports/sources" variant="default">
      {t('sources.title')}
    </Button>
  );
}

function useColumns(): Column<Import>[] {
  const { t } = useSpeech();
  const sourceName = useSourceName();
  const countsText = useCountsText();
  return [
    {
      label: t('imports.file'),
      width: 'minmax(0, 4fr)',
      show: ({ id, fileName, sourceId }) => (
        <TwoLines
          to={`/imports/${id}`}
          title={fileName ?? t('imports.noFile')}
          below={sourceId === undefined ? t('imports.noSource') : sourceName(sourceId)}
        />
      ),
    },
    {
      label: t('import.counts'),
      width: 'minmax(0, 3fr)',
      wideOnly: true,
      show: (one) => (
        <Text size="sm" c="dimmed" className="cut">
          {countsText(one)}
        </Text>
      ),
    },
    {
      label: t('common.status'),
      width: 'minmax(150px, 2fr)',
      show: ({ state, dryRun }) => (
        <div className="badges">
          <ImportBadge state={state} />
          {dryRun && <Badge tone="calm">{t('imports.dryRun')}</Badge>}
        </div>
      ),
    },
    timeColumn(t('import.received'), '120px', ({ createdAt }) => createdAt),
  ];
}

const COUNTED = ['created', 'updated', 'unchanged', 'deleted', 'failed'] as const;

/** The results of an import in a line: `12 created · 1 failed`. */
function useCountsText(): (one: Import) => string {
  const { t, language } = useSpeech();
  const number = new Intl.NumberFormat(language);
  return ({ counts }) =>
    COUNTED.filter((name) => counts[name] > 0)
      .map((name) => `${t(`object.${name}`)}: ${number.format(counts[name])}`)
      .join(' · ');
}
