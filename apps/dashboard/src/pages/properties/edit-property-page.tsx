import type { Property, PropertyTypeDescription } from '@estate/client';
import { etagOf } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { usePropertyType } from '../../api/property-types.ts';
import { ChangedSince, saveOver } from '../../api/save-over.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useKeptDraft } from './form/kept-drafts.ts';
import { inputOf, propertyDraftOf } from './form/property-draft.ts';
import { PropertyForm } from './form/property-form.tsx';

/** Replaces a property, unless someone else has changed it since. */
export function EditPropertyPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['property', id, 'edited'],
    queryFn: ({ signal }) => api.properties.get(id, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const typeQuery = usePropertyType(query.data?.type);
  return (
    <Loaded query={query}>
      {(property) => (
        <Page title={t('property.edit')} up={{ to: `/properties/${id}`, label: property.fields.title }}>
          <Loaded query={typeQuery}>{(type) => type && <EditForm type={type} property={property} />}</Loaded>
        </Page>
      )}
    </Loaded>
  );
}

function EditForm({ type, property }: { type: PropertyTypeDescription; property: Property }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const { id, updatedAt } = property;
  const page = `/properties/${id}`;
  const kept = useKeptDraft({ name: id, version: updatedAt }, () => propertyDraftOf(type, property));
  const save = useAct({
    run: (seen: Property) =>
      saveOver({
        seen,
        read: () => api.properties.get(id),
        write: (over) =>
          api.properties.update(id, inputOf(type, kept.draft, false), { ifMatch: etagOf(over) }),
        // Processing changes the property and its ETag, but not this time.
        isSame: (one, other) => one.updatedAt === other.updatedAt,
      }),
    touches: [['properties'], ['property', id], ['property-name', id], ['listings']],
    done: t('common.saved'),
    quiet: true,
    then: () => {
      kept.forget();
      void navigate(page);
    },
  });
  const { error } = save;
  return (
    <PropertyForm
      type={type}
      kept={kept}
      property={property}
      save={{
        error,
        isPending: save.isPending,
        label: t('common.save'),
        note: t('property.republish'),
        ...(error instanceof ChangedSince && { anyway: () => save.mutate(error.present as Property) }),
      }}
      current={`${import.meta.env.BASE_URL.replace(/\/$/, '')}${page}`}
      onSubmit={() => save.mutate(property)}
    />
  );
}
