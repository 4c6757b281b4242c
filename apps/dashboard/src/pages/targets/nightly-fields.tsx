import { Button, Checkbox, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSpeech } from '../../text/language.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { useFieldError } from '../../ui/form-errors.tsx';
import type { SettingsDraft } from './settings-draft.ts';

interface Props {
  settings: SettingsDraft;
  onChange: (settings: SettingsDraft) => void;
  error: unknown;
}

/** The nightly full transfer, which needs a confirmation when it is switched on, and its limit of deletions. */
export function NightlyFields({ settings, onChange, error }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  const [isAsked, { open, close }] = useDisclosure(false);
  const isOn = settings.nightlyFullTransfer ?? false;
  const set = (nightlyFullTransfer: boolean) => onChange({ ...settings, nightlyFullTransfer });
  return (
    <>
      <Checkbox
        label={t('setting.nightly')}
        description={t('setting.nightlyText')}
        checked={isOn}
        error={fieldError('settings.nightlyFullTransfer')}
        onChange={(event) => (event.currentTarget.checked ? open() : set(false))}
      />
      <SwitchOn isAsked={isAsked} close={close} act={() => set(true)} />
      {isOn && (
        <TextInput
          label={t('setting.maxRemoved')}
          description={t('setting.maxRemovedText')}
          inputMode="decimal"
          autoComplete="off"
          placeholder="20"
          value={settings.maxRemoved}
          error={fieldError('settings.maxRemovedShare')}
          onChange={(event) => onChange({ ...settings, maxRemoved: event.currentTarget.value })}
        />
      )}
    </>
  );
}

interface SwitchProps {
  isAsked: boolean;
  close: () => void;
  act: () => void;
}

function SwitchOn({ isAsked, close, act }: SwitchProps) {
  const { t } = useSpeech();
  const confirm = () => {
    close();
    act();
  };
  return (
    <Modal
      opened={isAsked}
      onClose={close}
      title={t('setting.nightlyTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack>
        <Text size="sm">{t('setting.nightlyConfirm')}</Text>
        <DialogButtons close={close} dangerous>
          {(button) => (
            <Button {...button} onClick={confirm}>
              {t('setting.nightly')}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
