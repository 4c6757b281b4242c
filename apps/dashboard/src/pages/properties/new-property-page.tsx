import type { Property, PropertyTypeDescription, PropertyTypeSummary } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { usePropertyType, usePropertyTypes } from '../../api/property-types.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { useKeptDraft } from './form/kept-drafts.ts';
import { inputOf, propertyDraftOf } from './form/property-draft.ts';
import { PropertyForm } from './form/property-form.tsx';
import { TypeChoice } from './type-choice.tsx';

/** Creates a property: first the user chooses its type, then fills in its fields. */
export function NewPropertyPage() {
  const { t, language } = useSpeech();
  const filters = useFilters();
  const types = usePropertyTypes();
  const type = types.find((one) => one.type === filters.get('type'));
  const up = { to: '/properties', label: t('nav.properties') };
  if (types.length === 0) return <Loading />;
  if (!type) {
    return (
      <Page title={t('properties.new')} up={up}>
        <TypeChoice types={types} />
      </Page>
    );
  }
  const title = `${t('properties.new')}: ${type.label[language]}`;
  return (
    <Page title={title} up={up} actions={<OtherType />}>
      <TypedForm key={type.type} type={type} />
    </Page>
  );
}

const OtherType = () => {
  const { t } = useSpeech();
  return (
    <Anchor component={Link} to="/properties/new" size="sm">
      {t('property.otherType')}
    </Anchor>
  );
};

function TypedForm({ type: { type, use, deal } }: { type: PropertyTypeSummary }) {
  const { t } = useSpeech();
  const query = usePropertyType(type);
  return (
    <>
      <Text c="dimmed" size="sm">
        {t(`use.${use}`)} · {t(`deal.${deal}`)}
      </Text>
      <Loaded query={query}>{(described) => described && <NewForm type={described} />}</Loaded>
    </>
  );
}

function NewForm({ type }: { type: PropertyTypeDescription }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const kept = useKeptDraft({ name: `new ${type.type}` }, () => propertyDraftOf(type));
  const create = useAct({
    run: () => api.properties.create(inputOf(type, kept.draft, true)),
    touches: [['properties'], ['counts']],
    done: t('property.created'),
    quiet: true,
    then: ({ id }: Property) => {
      kept.forget();
      void navigate(`/properties/${id}`);
    },
  });
  return (
    <PropertyForm
      type={type}
      kept={kept}
      save={{ error: create.error, isPending: create.isPending, label: t('property.create') }}
      onSubmit={() => create.mutate(undefined)}
    />
  );
}
