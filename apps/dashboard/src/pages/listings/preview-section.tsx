import { useState } from 'react';
import type { Listing, Preview } from '@estate/client';
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useTargets } from '../../api/names.ts';
import { portalContent } from '../../portal/portal-content.ts';
import { PortalView } from '../../portal/portal-view.tsx';
import { useCarried } from '../../portal/use-carried.ts';
import { useSpeech } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Section } from '../../ui/page.tsx';
import { Raw } from '../../ui/raw.tsx';
import { carriedFields } from '../../portal/carried-fields.ts';
import { CarriedTables } from './carried-tables.tsx';

/** The data for the platform, on demand: field by field, and the document itself. */
export function PreviewSection({ listing }: { listing: Listing }) {
  const { t } = useSpeech();
  const [shown, setShown] = useState(false);
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
      {shown && (
        <div className="stack">
          <Carried listing={listing} />
          <Document id={listing.id} />
        </div>
      )}
    </Section>
  );
}

function Carried({ listing: { propertyId, targetId } }: { listing: Listing }) {
  const { data: targets } = useTargets();
  const { property, type, dryRun, error, isComplete } = useCarried({ propertyId, targetId });
  const target = targets?.find(({ id }) => id === targetId);
  if (error) return <ErrorNote error={error} />;
  if (!property || !type || !target || !isComplete) return <Loading />;
  const sent = { type, targetType: target.type, problems: dryRun?.problems };
  const content = portalContent({ ...sent, property });
  return (
    <>
      <PortalView property={property} content={content} />
      <CarriedTables {...carriedFields({ ...sent, fields: property.fields })} />
    </>
  );
}

function Document({ id }: { id: string }) {
  const { t } = useSpeech();
  const { data, error } = useQuery({
    queryKey: ['preview', id],
    queryFn: ({ signal }) => api.listings.preview(id, { signal }),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  return (
    <div>
      <Title order={3} mb={6}>
        {t('listing.document')}
      </Title>
      <Raw text={readable(data)} label={t('listing.preview')} />
    </div>
  );
}

/** Adds line breaks to JSON; XML has its own. */
function readable({ mediaType, body }: Preview): string {
  return mediaType.includes('json') ? JSON.stringify(JSON.parse(body), null, 2) : body;
}
