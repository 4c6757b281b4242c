import { useState } from 'react';
import type { Listing, Property, Target } from '@estate/client';
import { Anchor, Autocomplete, Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOf, useProperty, useTargetTypes, useTargets } from '../../api/names.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { DryRunSection } from './dry-run.tsx';

const OFFERED = 100;

/** Publishes a property on a target. */
export function NewListingPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const [propertyId, targetId] = [filters.get('propertyId'), filters.get('targetId')];
  const { data: targets } = useTargets();
  const target = targets?.find(({ id }) => id === targetId);
  const complete = propertyId !== '' && target !== undefined;
  return (
    <Page title={t('listings.new')} up={{ to: '/listings', label: t('nav.listings') }}>
      <Section title={t('listing.publish')}>
        <div className="form">
          <PropertyChoice chosen={propertyId} onChoose={(id) => filters.set('propertyId', id)} />
          <TargetChoice targets={targets} chosen={targetId} onChoose={(id) => filters.set('targetId', id)} />
          {complete ? (
            <PublishButton propertyId={propertyId} target={target} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('listing.chooseBoth')}
            </Text>
          )}
        </div>
      </Section>
      {complete && <DryRunSection key={propertyId + targetId} propertyId={propertyId} targetId={targetId} />}
    </Page>
  );
}

function PropertyChoice({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const { t } = useSpeech();
  const { data } = useQuery({
    queryKey: ['properties', 'offered'],
    queryFn: ({ signal }) => api.properties.list({ limit: OFFERED, order: 'desc' }, { signal }),
  });
  const { data: current } = useProperty(chosen === '' ? undefined : chosen);
  const [typed, setTyped] = useState<string>();
  const offered = data?.data ?? [];
  const choose = (text: string) => {
    setTyped(text);
    // Typed or pasted: a label of the list, or the id of any property.
    const id = offered.find((one) => labelOf(one) === text)?.id ?? (/^[0-9a-v]{20}$/.test(text) ? text : '');
    if (id !== chosen) onChoose(id);
  };
  return (
    <Autocomplete
      label={t('listing.property')}
      placeholder={t('properties.search')}
      required
      value={typed ?? (current ? labelOf(current) : '')}
      onChange={choose}
      data={[...new Set(offered.map(labelOf))]}
      limit={50}
    />
  );
}

const labelOf = ({ externalId, fields }: Property): string =>
  `${fields.title} · ${externalId} · ${fields.address.city}`;

interface TargetChoiceProps {
  targets: readonly Target[] | undefined;
  chosen: string;
  onChoose: (id: string) => void;
}

function TargetChoice({ targets, chosen, onChoose }: TargetChoiceProps) {
  const { t } = useSpeech();
  const types = useTargetTypes();
  if (targets?.length === 0) {
    return (
      <Text size="sm">
        {t('listing.needTarget')}{' '}
        <Anchor component={Link} to="/targets/new" size="sm" underline="always">
          {t('targets.new')}
        </Anchor>
      </Text>
    );
  }
  const isReady = ({ authorizationStatus }: Target) =>
    authorizationStatus === undefined || authorizationStatus === 'accepted';
  return (
    <NativeSelect
      label={t('listing.target')}
      required
      value={chosen}
      onChange={(event) => onChoose(event.currentTarget.value)}
      data={[
        { value: '', label: '–' },
        ...(targets ?? []).map((target) => ({
          value: target.id,
          label: nameOf(target, types),
          disabled: !isReady(target),
        })),
      ]}
    />
  );
}

function PublishButton({ propertyId, target }: { propertyId: string; target: Target }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const [heldBack, setHeldBack] = useState(false);
  const hasFlow = target.authorizationStatus !== undefined;
  const publish = useAct({
    run: () =>
      api.listings.create({
        propertyId,
        targetId: target.id,
        ...(hasFlow && heldBack && { preventPublication: true }),
      }),
    touches: [['listings'], ['counts']],
    quiet: true,
    then: ({ id }: Listing) => void navigate(`/listings/${id}`),
  });
  return (
    <>
      {hasFlow && (
        <Checkbox
          label={t('listing.prevent')}
          description={t('listing.preventText')}
          checked={heldBack}
          onChange={(event) => setHeldBack(event.currentTarget.checked)}
        />
      )}
      <FormErrors error={publish.error} />
      <Group>
        <ActButton act={publish}>{t('listing.publish')}</ActButton>
      </Group>
    </>
  );
}
