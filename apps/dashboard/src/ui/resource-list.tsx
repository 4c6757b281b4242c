import type { ReactNode } from 'react';
import { Button, Group, Text } from '@mantine/core';
import type { LiveList } from '../api/use-live-list.ts';
import { useSpeech } from '../text/language.tsx';
import { Empty } from './empty.tsx';
import type { EmptyProps } from './empty.tsx';
import { ErrorNote } from './error-note.tsx';
import { FilterBar } from './filters.tsx';
import type { Bar, Filters } from './filters.tsx';
import { Loading } from './loading.tsx';
import { VirtualRows } from './virtual-rows.tsx';
import type { Column } from './virtual-rows.tsx';

interface Props<T extends { id: string }> {
  label: string;
  list: LiveList<T>;
  /** The shown rows, if the page filters them itself. */
  found?: readonly T[];
  columns: readonly Column<T>[];
  /** The filters in the address. */
  filters?: Filters;
  /** The inputs of the filters, above the rows. */
  bar?: Bar;
  /** Shown if there are no items at all. */
  empty: EmptyProps;
  /** Content between the filters and the rows. */
  children?: ReactNode;
}

/** After an error, loading waits for the button. */
const nothing = (): void => undefined;

/** A list of resources: its filters, its rows, or instead of them its state: loading, empty, nothing found, an error. */
export function ResourceList<T extends { id: string }>(props: Props<T>) {
  const { list, found = list.items, filters, bar, children } = props;
  const isInstead = list.items.length === 0 || (list.complete && found.length === 0);
  return (
    <>
      {filters && bar && <FilterBar filters={filters} {...bar} />}
      {children}
      {isInstead ? <Instead {...props} /> : <Rows {...props} found={found} />}
    </>
  );
}

type RowsProps<T extends { id: string }> = Props<T> & { found: readonly T[] };

function Rows<T extends { id: string }>({ label, list, found, columns, filters }: RowsProps<T>) {
  const { t, language } = useSpeech();
  const number = new Intl.NumberFormat(language).format(found.length);
  return (
    <div>
      <VirtualRows
        label={label}
        items={found}
        columns={columns}
        count={list.complete ? found.length + 1 : -1}
        onNearEnd={list.error ? nothing : list.loadMore}
      />
      {list.error && <ErrorNote error={list.error} again={list.refresh} />}
      <Group justify="space-between" mt="sm" role="status" className="rows-foot">
        <Text size="sm" c="dimmed">
          {list.complete ? t('common.everything', { count: number }) : unfinished(list, filters, t)}
        </Text>
        {!list.complete && !list.loading && !list.error && (
          <Button variant="default" size="compact-sm" onClick={list.loadMore}>
            {t('common.more')}
          </Button>
        )}
      </Group>
    </div>
  );
}

function Instead<T extends { id: string }>({ list, empty, filters }: Props<T>) {
  const { t } = useSpeech();
  if (list.error) return <ErrorNote error={list.error} again={list.refresh} />;
  if (!list.complete) return <Loading />;
  if (list.items.length === 0 && filters?.any !== true) return <Empty {...empty} />;
  return <Empty icon="search" title={t('common.nothingFound')} text={t('common.nothingFoundText')} />;
}

function unfinished(
  { items, loading }: LiveList<unknown>,
  filters: Filters | undefined,
  t: ReturnType<typeof useSpeech>['t'],
): string {
  return t(filters?.any === true && loading ? 'common.searching' : 'common.loaded', { count: items.length });
}
