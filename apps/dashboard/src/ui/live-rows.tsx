import type { ReactNode } from 'react';
import { Button, Group, Text } from '@mantine/core';
import type { LiveList } from '../api/use-live-list.ts';
import { useSpeech } from '../text/language.tsx';
import { Empty } from './empty.tsx';
import { ErrorNote } from './error-note.tsx';
import { Loading } from './loading.tsx';
import { VirtualRows } from './virtual-rows.tsx';
import type { Column } from './virtual-rows.tsx';

interface Props<T extends { id: string }> {
  label: string;
  list: LiveList<T>;
  /** Those of the list that fit what is looked for. */
  found: readonly T[];
  columns: readonly Column<T>[];
  /** Shown when there is nothing at all. */
  empty: ReactNode;
  filtered: boolean;
}

/** A live list as rows, with all that can be said instead: loading, nothing yet, nothing found, an error. */
export function LiveRows<T extends { id: string }>(props: Props<T>) {
  const { label, list, found, columns, filtered } = props;
  const { t, language } = useSpeech();
  if (list.items.length === 0 || (list.complete && found.length === 0)) return <Instead {...props} />;
  const number = new Intl.NumberFormat(language).format(found.length);
  return (
    <div>
      <VirtualRows
        label={label}
        items={found}
        columns={columns}
        count={list.complete ? found.length + 1 : -1}
        onNearEnd={list.loadMore}
      />
      <Group justify="space-between" mt="sm" role="status" className="rows-foot">
        <Text size="sm" c="dimmed">
          {list.complete ? t('common.everything', { count: number }) : unfinished(list, filtered, t)}
        </Text>
        {!list.complete && !list.loading && (
          <Button variant="default" size="compact-sm" onClick={list.loadMore}>
            {t('common.more')}
          </Button>
        )}
      </Group>
    </div>
  );
}

function Instead<T extends { id: string }>({ list, empty, filtered }: Props<T>) {
  const { t } = useSpeech();
  if (list.error) return <ErrorNote error={list.error} again={list.refresh} />;
  if (!list.complete) return <Loading />;
  if (list.items.length === 0 && !filtered) return empty;
  return <Empty icon="search" title={t('common.nothingFound')} text={t('common.nothingFoundText')} />;
}

function unfinished(
  { items, loading }: LiveList<unknown>,
  filtered: boolean,
  t: ReturnType<typeof useSpeech>['t'],
): string {
  return t(filtered && loading ? 'common.searching' : 'common.loaded', { count: items.length });
}
