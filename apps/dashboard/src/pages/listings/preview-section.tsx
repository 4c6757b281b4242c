import { useState } from 'react';
import type { Preview } from '@estate/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSpeech } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { Raw } from '../../ui/raw.tsx';

/** The document that the platform is sent, on demand. */
export function PreviewSection({ id }: { id: string }) {
  const { t } = useSpeech();
  const [shown, setShown] = useState(false);
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', id],
    queryFn: ({ signal }) => api.listings.preview(id, { signal }),
    enabled: shown,
  });
  return (
    <Section
      title={t('listing.preview')}
      text={t('listing.previewText')}
      actions={
        <Button variant="light" onClick={() => setShown(!shown)} aria-expanded={shown}>
          {t(shown ? 'common.hide' : 'common.show')}
        </Button>
      }
    >
      {shown && isFetching && !data && <Loading />}
      {shown && error && <ErrorNote error={error} />}
      {shown && data && <Raw text={readable(data)} label={t('listing.preview')} />}
    </Section>
  );
}

/** JSON with line breaks; XML has its own. */
function readable({ mediaType, body }: Preview): string {
  return mediaType.includes('json') ? JSON.stringify(JSON.parse(body), null, 2) : body;
}
