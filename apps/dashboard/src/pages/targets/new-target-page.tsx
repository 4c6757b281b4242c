import { useState } from 'react';
import type { Target, TargetType } from '@estate/client';
import { isApiError } from '@estate/client';
import { Anchor, Group, NativeSelect } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { openedLink } from '../../api/opened-link.ts';
import { useTargetTypes } from '../../api/names.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { Loading } from '../../ui/loading.tsx';
import { isWebAddress } from '../../ui/outside-link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useNeeds } from './needs.ts';
import { CHECK_NOW } from './check-now.ts';
import { inputOf } from './target-draft.ts';
import { TargetForm } from './target-form.tsx';

/** Connects an account on a platform; the inputs depend on the platform. */
export function NewTargetPage() {
  const { t } = useSpeech();
  const types = useTargetTypes();
  const filters = useFilters();
  // The address follows a moment later; rendering the platform's form only then would lose typed text.
  const [chosen, setChosen] = useState(filters.get('type'));
  const type = types.find((one) => one.type === chosen) ?? types[0];
  return (
    <Page title={t('targets.new')} up={{ to: '/targets', label: t('nav.targets') }}>
      {type ? (
        <>
          <NativeSelect
            label={t('target.type')}
            value={type.type}
            data={types.map((one) => ({ value: one.type, label: one.name }))}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              filters.set('type', event.currentTarget.value);
            }}
            maw={360}
          />
          <NewTargetForm key={type.type} type={type} />
        </>
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function NewTargetForm({ type }: { type: TargetType }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const needs = useNeeds(type);
  const create = useAct({
    run: api.targets.create.bind(api.targets),
    touches: [['targets'], ['counts']],
    quiet: true,
    then: (target: Target) => {
      if (!goToApproval(target)) void navigate(`/targets/${target.id}`, { state: CHECK_NOW });
    },
  });
  const lacksConsumer = isApiError(create.error, 'consumer-credentials-missing');
  return (
    <Section title={t('target.platformNeeds')} text={needs}>
      <TargetForm type={type} error={create.error} onSubmit={(draft) => create.mutate(inputOf(draft, type))}>
        {lacksConsumer && !openedLink && (
          <Anchor component={Link} to="/account" underline="always">
            {t('target.needsConsumer')}
          </Anchor>
        )}
        <Group>
          <ActButton type="submit" loading={create.isPending}>
            {t(type.authorizationFlow === true ? 'target.createFlow' : 'target.create')}
          </ActButton>
        </Group>
      </TargetForm>
    </Section>
  );
}

/** Redirects the end user to the platform if the target waits for an approval there. */
export function goToApproval({ authorizationUrl }: Target): boolean {
  if (authorizationUrl === undefined || !isWebAddress(authorizationUrl)) return false;
  // Platforms do not allow their pages in a frame.
  window.open(authorizationUrl, '_top');
  return true;
}
