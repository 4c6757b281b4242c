import type { Property } from '@estate/client';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useProcessingFailure } from '../../api/processing-failure.ts';
import { FAST_MS, LIST_MS } from '../../api/polling.ts';
import { PortalSection } from '../../portal/portal-section.tsx';
import { useSpeech } from '../../text/language.tsx';
import { TimelineSection } from '../../timeline/timeline-section.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PropertyBadge } from '../../ui/states.tsx';
import { FieldsSection } from './fields-section.tsx';
import { ListedOnSection } from './listed-on-section.tsx';
import { PicturesSection } from './pictures-section.tsx';

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
    <Loaded query={query} gone={<TimelineSection of="properties" id={id} />}>
      {(property) => (
        <Page
          title={property.fields.title}
          up={{ to: '/properties', label: t('nav.properties') }}
          beside={<PropertyBadge status={property.processingStatus} />}
          actions={<Actions id={id} />}
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
              <PortalSection propertyId={id} />
            </div>
            <div className="stack">
              <ListedOnSection propertyId={id} />
              <TimelineSection of="properties" id={id} />
            </div>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function WhyFailed({ property }: { property: Property }) {
  const { data: failure } = useProcessingFailure(property);
  return failure && <Failure {...failure} />;
}

function Actions({ id }: { id: string }) {
  const { t } = useSpeech();
  return (
    <>
      <Button
        component={Link}
        to={`/properties/${id}/expose`}
        variant="default"
        leftSection={<Icon name="print" />}
      >
        {t('expose.open')}
      </Button>
      <Button component={Link} to={`/properties/${id}/edit`} variant="default">
        {t('common.edit')}
      </Button>
      <Button component={Link} to={`/listings/new?propertyId=${id}`}>
        {t('property.publish')}
      </Button>
    </>
  );
}
