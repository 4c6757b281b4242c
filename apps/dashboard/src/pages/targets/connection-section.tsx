import type { Target, TargetUpdate } from '@estate/client';
import { Group, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Section } from '../../ui/page.tsx';
import { TargetBadge } from '../../ui/states.tsx';
import { goToApproval } from './new-target-page.tsx';
import { returnAddress } from './target-draft.ts';

/** The end user's approval of the connection, and the link to request it. */
export function ConnectionSection({ target }: { target: Target }) {
  const { t } = useSpeech();
  const { id, type, name, autoCollectRequests, hiddenAddress, authorizationStatus = 'pending' } = target;
  const connect = useAct({
    run: () =>
      api.targets.update(id, {
        type,
        redirectUrl: returnAddress(),
        autoCollectRequests,
        ...(name !== undefined && { name }),
        ...(hiddenAddress !== undefined && { hiddenAddress }),
      } as TargetUpdate),
    touches: [['targets'], ['target'], ['dry-run'], ['dry-runs']],
    then: goToApproval,
  });
  return (
    <Section title={t('common.status')}>
      <Group justify="space-between">
        <div>
          <TargetBadge target={target} />
          <Text size="sm" mt={6}>
            {t(`target.${authorizationStatus}Text`)}
          </Text>
        </div>
        <ActButton variant={authorizationStatus === 'accepted' ? 'default' : 'filled'} act={connect}>
          {t(authorizationStatus === 'pending' ? 'target.connect' : 'target.connectAgain')}
        </ActButton>
      </Group>
    </Section>
  );
}
