import type { TimelineEntry } from '@estate/client';
import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api, isGone } from '../api/client.ts';
import { useLiveList } from '../api/use-live-list.ts';
import { useSpeech } from '../text/language.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Loading } from '../ui/loading.tsx';
import { Section } from '../ui/page.tsx';
import { EntryItem } from './entry-item.tsx';

const PAGE = 30;
const ID_OF = { properties: 'propertyId', listings: 'listingId' } as const;

interface Props {
  of: 'properties' | 'listings';
  id: string;
}

/** The history of a property or a listing, newest first. */
export function TimelineSection({ of, id }: Props) {
  const { t } = useSpeech();
  const list = useLiveList<TimelineEntry>({
    key: ['timeline', of, id],
    load: ({ startAfter }, signal) =>
      api[of].timeline(id).list({ limit: PAGE, ...(startAfter !== undefined && { startAfter }) }, { signal }),
  });
  // The page shows it already.
  if (isGone(list.error)) return null;
  return (
    <Section
      title={t('timeline.title')}
      actions={
        <Button component={Link} to={`/events?${ID_OF[of]}=${id}`} variant="default" size="compact-sm">
          {t('nav.events')}
        </Button>
      }
    >
      {list.error && <ErrorNote error={list.error} again={list.refresh} />}
      {list.loading && <Loading />}
      {list.complete && list.items.length === 0 && <Text c="dimmed">{t('timeline.empty')}</Text>}
      <ol className="timeline">
        {list.items.map((entry) => (
          <EntryItem key={entry.id} entry={entry} entries={list.items} />
        ))}
      </ol>
      {list.items.length > 0 && !list.complete && (
        <Button variant="default" size="compact-sm" onClick={list.loadMore} mt="sm">
          {t('timeline.older')}
        </Button>
      )}
    </Section>
  );
}
