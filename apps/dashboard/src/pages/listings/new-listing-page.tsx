import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Listing, ListingInput, Target } from '@estate/client';
import { Anchor, Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useLiveProperty } from '../../api/live-property.ts';
import { namesOf, useTargetTypes, useTargets } from '../../api/names.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Form } from '../../ui/form.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { PropertyChoice } from '../../ui/property-choice.tsx';
import { WhyFailed } from '../properties/why-failed.tsx';
import { DryRunSection } from './dry-run.tsx';
import { NOT_PLANNED, PlannedInputs, plannedOf } from './planned-times.tsx';
import type { PlannedDraft } from './planned-times.tsx';

/** Publishes a property on a target. */
export function NewListingPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const [propertyId, targetId] = [filters.get('propertyId'), filters.get('targetId')];
  const { data: targets } = useTargets();
  const target = targets?.find(({ id }) => id === targetId);
  const complete = propertyId !== '' && target !== undefined;
  const [draft, setDraft] = useState<Draft>({ ...NOT_PLANNED, heldBack: false });
  const needsApproval = target?.authorizationStatus !== undefined;
  const wish = {
    ...{ propertyId, targetId, ...plannedOf(draft) },
    ...(needsApproval && draft.heldBack && { preventPublication: true }),
  };
  return (
    <Page title={t('listings.new')} up={{ to: '/listings', label: t('nav.listings') }}>
      <Section title={t('listing.publish')}>
        <div className="form">
          <PropertyChoice
            label={t('listing.property')}
            required
            chosen={propertyId}
            onChoose={(id) => filters.set('propertyId', id)}
          />
          <TargetChoice targets={targets} chosen={targetId} onChoose={(id) => filters.set('targetId', id)} />
          {complete ? (
            <PublishForm wish={wish}>
              <WishInputs draft={draft} change={setDraft} needsApproval={needsApproval} />
            </PublishForm>
          ) : (
            <Text size="sm" c="dimmed">
              {t('listing.chooseBoth')}
            </Text>
          )}
        </div>
      </Section>
      {complete && <DryRunSection wish={wish} />}
    </Page>
  );
}

interface TargetChoiceProps {
  targets: readonly Target[] | undefined;
  chosen: string;
  onChoose: (id: string) => void;
}

function TargetChoice({ targets, chosen, onChoose }: TargetChoiceProps) {
  const { t } = useSpeech();
  const names = namesOf(targets ?? [], useTargetTypes());
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
        ...(targets ?? []).map((target, index) => ({
          value: target.id,
          label: names[index] ?? target.id,
          disabled: !isReady(target),
        })),
      ]}
    />
  );
}

interface Draft extends PlannedDraft {
  heldBack: boolean;
}

interface WishProps {
  draft: Draft;
  change: (draft: Draft) => void;
  needsApproval: boolean;
}

/** The inputs for whether and when the platform shows the property. */
function WishInputs({ draft, change, needsApproval }: WishProps) {
  const { t } = useSpeech();
  return (
    <>
      {needsApproval && (
        <Checkbox
          label={t('listing.prevent')}
          description={t('listing.preventText')}
          checked={draft.heldBack}
          onChange={(event) => change({ ...draft, heldBack: event.currentTarget.checked })}
        />
      )}
      <PlannedInputs draft={draft} change={(planned) => change({ ...draft, ...planned })} />
    </>
  );
}

function PublishForm({ wish, children }: { wish: ListingInput; children: ReactNode }) {
  const { t } = useSpeech();
  const { data: property } = useLiveProperty(wish.propertyId);
  const hasFailed = property?.processingStatus === 'failed';
  const navigate = useNavigate();
  const publish = useAct({
    run: () => api.listings.create(wish),
    touches: [['listings'], ['counts']],
    quiet: true,
    then: ({ id }: Listing) => void navigate(`/listings/${id}`),
  });
  return (
    <Form className="form" onSubmit={() => publish.mutate(undefined)}>
      {children}
      <FormErrors error={publish.error} />
      {hasFailed && <WhyFailed property={property} />}
      <Group>
        <ActButton
          type="submit"
          loading={publish.isPending}
          whyNot={hasFailed ? t('property.notPublishable') : undefined}
        >
          {t('listing.publish')}
        </ActButton>
        {hasFailed && (
          <Text size="sm" className="bad-text">
            {t('property.notPublishable')}
          </Text>
        )}
      </Group>
    </Form>
  );
}
