import type { Target, TargetType } from '@estate/client';
import { etagOf } from '@estate/client';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOf, useTargetTypes } from '../../api/names.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { goToApproval } from './new-target-page.tsx';
import { inputOf } from './target-draft.ts';
import { TargetForm } from './target-form.tsx';

/** Replaces a target, unless someone else has changed it since. */
export function EditTargetPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const types = useTargetTypes();
  const { data: target, error } = useQuery({
    queryKey: ['target', id, 'edited'],
    queryFn: ({ signal }) => api.targets.get(id, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error) return <ErrorNote error={error} />;
  const type = types.find((one) => one.type === target?.type);
  if (!target || !type) return <Loading />;
  const title = nameOf(target, types);
  return (
    <Page title={t('common.edit')} up={{ to: `/targets/${id}`, label: title }}>
      <EditForm target={target} type={type} />
    </Page>
  );
}

function EditForm({ target, type }: { target: Target; type: TargetType }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const save = useAct({
    run: (input: ReturnType<typeof inputOf>) =>
      api.targets.update(target.id, input, { ifMatch: etagOf(target) }),
    touches: [['targets'], ['target'], ['listings'], ['dry-run'], ['dry-runs']],
    done: t('common.saved'),
    quiet: true,
    then: (saved: Target) => {
      if (!goToApproval(saved)) void navigate(`/targets/${target.id}`);
    },
  });
  return (
    <Section title={type.name}>
      <TargetForm
        type={type}
        target={target}
        error={save.error}
        onSubmit={(draft) => save.mutate(inputOf(draft, type, target))}
      >
        <Text size="sm" c="dimmed">
          {t('target.republish')}
        </Text>
        <Group>
          <ActButton type="submit" loading={save.isPending}>
            {t('common.save')}
          </ActButton>
        </Group>
      </TargetForm>
    </Section>
  );
}
