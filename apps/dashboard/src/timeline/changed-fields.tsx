import { Text } from '@mantine/core';
import { useProperty } from '../api/names.ts';
import { usePropertyType } from '../api/property-types.ts';
import { useSpeech } from '../text/language.tsx';
import { knownKey } from '../text/messages.ts';
import type { EntryOf } from './entry-words.ts';

/** What an update has changed, by the labels of the property's type. */
export function ChangedFields({ entry: { propertyId, changed } }: { entry: EntryOf<'property_updated'> }) {
  const { t, language } = useSpeech();
  const { data: property } = useProperty(propertyId);
  const { data: type } = usePropertyType(property?.type);
  const fields = type?.sections.flatMap((section) => section.fields) ?? [];
  const nameOf = (path: string): string => {
    const key = knownKey(`timeline.${path}`);
    const name = path.replace(/^fields\./, '');
    return key ? t(key) : (fields.find((field) => field.name === name)?.label[language] ?? name);
  };
  if (changed.length === 0) return null;
  return (
    <Text size="xs" className="break">
      {changed.map(nameOf).join(', ')}
    </Text>
  );
}
