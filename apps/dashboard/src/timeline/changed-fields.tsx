import { Text } from '@mantine/core';
import { useFieldName } from '../fields/use-field-name.ts';
import type { EntryOf } from './entry-words.ts';

/** The fields that an update has changed, by their labels. */
export function ChangedFields({ entry: { propertyId, changed } }: { entry: EntryOf<'property_updated'> }) {
  const nameOf = useFieldName(propertyId);
  if (changed.length === 0) return null;
  return (
    <Text size="xs" className="break">
      {changed.map(nameOf).join(', ')}
    </Text>
  );
}
