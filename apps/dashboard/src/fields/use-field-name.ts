import { useProperty } from '../api/names.ts';
import { usePropertyType } from '../api/property-types.ts';
import { useSpeech } from '../text/language.tsx';
import { knownKey } from '../text/messages.ts';

/** Names the field of a path such as `fields.title` or `attachments`, by the labels of the property's type. */
export function useFieldName(propertyId: string | undefined): (path: string) => string {
  const { t, language } = useSpeech();
  const { data: property } = useProperty(propertyId);
  const { data: type } = usePropertyType(property?.type);
  const fields = type?.sections.flatMap((section) => section.fields) ?? [];
  return (path) => {
    const key = knownKey(`timeline.${path === 'contactId' ? 'contact' : path}`);
    const name = path.replace(/^fields\./, '');
    return key ? t(key) : (fields.find((field) => field.name === name)?.label[language] ?? name);
  };
}
