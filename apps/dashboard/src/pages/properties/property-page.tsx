import type { Property } from '@estate/client';
import { Alert, Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useLiveProperty } from '../../api/live-property.ts';
import { PortalSection } from '../../portal/portal-section.tsx';
import { useSpeech } from '../../text/language.tsx';
import { TimelineSection } from '../../timeline/timeline-section.tsx';
import { ActLink } from '../../ui/act-button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { PropertyBadge } from '../../ui/states.tsx';
import { WhyFailed } from './why-failed.tsx';
import { FieldsSection } from './fields-section.tsx';
import { PicturesSection } from './pictures-section.tsx';
import { PortalsSection } from './portals/portals-section.tsx';
import { PortalStatistics } from '../../statistics/portal-statistics.tsx';
import { RequestsSection } from './requests-section.tsx';

/** One property: its fields, its portals, and its history. */
export function PropertyPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useLiveProperty(id);
  return (
    <Loaded query={query} gone={<TimelineSection of="properties" id={id} />}>
      {(property) => (
        <Page
          title={property.fields.title}
          up={{ to: '/properties', label: t('nav.properties') }}
          beside={<PropertyBadge status={property.processingStatus} />}
          actions={<Actions property={property} />}
        >
          {property.processingStatus === 'failed' && <WhyFailed property={property} />}
          {property.processingStatus === 'pending' && (
            <Alert role="status" className="tone-busy">
              {t('property.pendingText')}
            </Alert>
          )}
          <PortalsSection property={property} />
          <div className="columns">
            <div className="stack">
              <FieldsSection property={property} />
              <PicturesSection property={property} />
              <PortalSection propertyId={id} />
            </div>
            <div className="stack">
              <RequestsSection propertyId={id} />
              <PortalStatistics propertyId={id} />
              <TimelineSection of="properties" id={id} />
            </div>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function Actions({ property: { id, processingStatus } }: { property: Property }) {
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
      <ActLink to={`/properties/${id}/edit`} variant="default">
        {t('common.edit')}
      </ActLink>
      <ActLink
        to={`/listings/new?propertyId=${id}`}
        whyNot={processingStatus === 'failed' ? t('property.notPublishable') : undefined}
      >
        {t('property.publish')}
      </ActLink>
    </>
  );
}
