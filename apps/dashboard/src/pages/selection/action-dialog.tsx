import { useState } from 'react';
import { Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useTargets } from '../../api/names.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { TOUCHED_BY_JOBS } from '../jobs/job-limits.ts';
import { SettingInputs } from './setting-inputs.tsx';
import { NO_SETTINGS, chosenOf, missingIn, orderOf, wordsOf } from './settings.ts';
import type { ManyAction, Selected } from './settings.ts';

/** The resources of the action. */
export interface Asked extends Selected {
  /** Their number, formatted. */
  count: string;
  /** True if there are more than are counted. */
  isLimited: boolean;
}

interface Props {
  action: ManyAction | undefined;
  asked: Asked;
  close: () => void;
}

/** Asks once for confirmation, with the number of rows, before an action on many. */
export function ActionDialog({ action, asked, close }: Props) {
  const { t } = useSpeech();
  return (
    <Modal
      opened={action !== undefined}
      onClose={close}
      title={action && t(wordsOf(asked.of).title(action), { count: asked.count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {action && <Question action={action} asked={asked} close={close} />}
    </Modal>
  );
}

function Question({ action, asked, close }: Props & { action: ManyAction }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const { data: targets = [] } = useTargets();
  const [only] = targets;
  const [given, setGiven] = useState(NO_SETTINGS);
  // With one portal, there is nothing to choose.
  const settings =
    only && targets.length === 1 && action === 'publish' ? { ...given, targetIds: [only.id] } : given;
  const missing = missingIn(action, settings);
  const begin = useAct({
    run: () => api.jobs.create({ action, ...chosenOf(asked), ...orderOf(action, settings) }),
    touches: TOUCHED_BY_JOBS,
    then: ({ id }) => void navigate(`/jobs/${id}`),
    quiet: true,
  });
  return (
    <Stack>
      <Text size="sm">{t(wordsOf(asked.of).text(action))}</Text>
      {asked.isLimited && <Text size="sm">{t('many.limitedText')}</Text>}
      {asked.of === 'properties' && (
        <SettingInputs action={action} settings={settings} change={setGiven} targets={targets} />
      )}
      <FormErrors error={begin.error} />
      <DialogButtons close={close} dangerous={action === 'delete' || action === 'takeDown'}>
        {(button) => (
          <ActButton {...button} act={begin} whyNot={missing && t(missing)}>
            {t(
              action === 'setContact' || action === 'setSalesStatus'
                ? 'many.set'
                : wordsOf(asked.of).label(action),
            )}
          </ActButton>
        )}
      </DialogButtons>
    </Stack>
  );
}
