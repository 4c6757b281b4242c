import type { ServiceEvent } from '@estate/client';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useProperty } from '../api/names.ts';
import { useTypeName } from '../api/property-types.ts';

/** The property that an event is about, if any. */
function propertyIdOf({ eventName, eventPayload }: ServiceEvent): string | undefined {
  if (eventName.startsWith('property.') && 'id' in eventPayload) return eventPayload.id;
  return 'propertyId' in eventPayload ? eventPayload.propertyId : undefined;
}

/** The property of an event. */
export const EventProperty = ({ event }: { event: ServiceEvent }) => (
  <PropertyLink id={propertyIdOf(event)} />
);

/** A property by its title and type, as a link; nothing for an unknown one. */
export function PropertyLink({ id }: { id: string | undefined }) {
  const { data: property } = useProperty(id);
  const typeName = useTypeName();
  if (!property) return null;
  return (
    <Anchor component={Link} to={`/properties/${property.id}`} size="sm" className="break">
      {property.fields.title} · {typeName(property.type)}
    </Anchor>
  );
}
