import type { Property } from '@estate/client';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { newestEvents } from '../../api/events.ts';
import { FAST_MS, LIST_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PropertyBadge } from '../../ui/states.tsx';
import { FieldsSection } from './fields-section.tsx';
import { ListedOnSection } from './listed-on-section.tsx';
import { PicturesSection } from './pictures-section.tsx';
import { TimelineSection } from './timeline-section.tsx';

/** One property: what it is, where it is, and what happened to it. */
export function PropertyPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['property', id],
    queryFn: ({ signal }) => api.properties.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.processingStatus === 'pending' ? FAST_MS : LIST_MS),
  });
  return (
    <Loaded query={query}>
      {(property) => (
        <Page
          title={property.fields.title}
          up={{ to: '/properties', label: t('nav.properties') }}
          beside={<PropertyBadge status={property.processingStatus} />}
          actions={
            <Button component={Link} to={`/listings/new?propertyId=${id}`}>
              {t('property.publish')}
            </Button>
          }
        >
          {property.processingStatus === 'failed' && <WhyFailed property={property} />}
          {property.processingStatus === 'pending' && (
            <Alert role="status" className="tone-busy">
              {t('property.pendingText')}
            </Alert>
          )}
          <div className="columns">
            <div className="stack">
              <FieldsSection property={property} />
              <PicturesSection property={property} />
            </div>
            <div className="stack">
              <ListedOnSection propertyId={id} />
              <TimelineSection property={property} />
            </div>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

/** The event of the failure contains its reason. */
function WhyFailed({ property: { id, updatedAt } }: { property: Property }) {
  const { data } = useQuery({
    queryKey: ['property-failure', id, updatedAt],
    queryFn: async ({ signal }) => {
      const events = await newestEvents({ eventName: 'property.processing_failed', most: 300 }, signal);
      return events.find(({ eventPayload }) => 'id' in eventPayload && eventPayload.id === id) ?? null;
    },
  });
  if (data?.eventName !== 'property.processing_failed') return null;
  const { failureCode, failureMessage } = data.eventPayload;
  return <Failure code={failureCode} message={failureMessage} at={data.eventTime} />;
}
