import { useQuery } from '@tanstack/react-query';
import type { PropertyType, PropertyTypeSummary } from '@estate/client';
import { useSpeech } from '../text/language.tsx';
import { api } from './client.ts';

/** The property types; they change with the installation only. */
export function usePropertyTypes(): readonly PropertyTypeSummary[] {
  const { data } = useQuery({
    queryKey: ['property-types'],
    queryFn: ({ signal }) => api.propertyTypes.list({ signal }),
    staleTime: Infinity,
  });
  return data ?? [];
}

/** One property type with its fields. */
export const usePropertyType = (type: PropertyType | undefined) =>
  useQuery({
    queryKey: ['property-type', type],
    queryFn: ({ signal }) => (type === undefined ? null : api.propertyTypes.get(type, { signal })),
    enabled: type !== undefined,
    staleTime: Infinity,
  });

/** The label of a type of property; its name in the API while the label is not known. */
export function useTypeName(): (type: string) => string {
  const { language } = useSpeech();
  const types = usePropertyTypes();
  return (type) => types.find((one) => one.type === type)?.label[language] ?? type;
}
