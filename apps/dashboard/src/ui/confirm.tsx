import type { ReactNode } from 'react';
import { Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { ActButton } from './act-button.tsx';

interface Props {
  label: string;
  title: string;
  text: string;
  onConfirm: () => void;
  /** Takes something away. */
  dangerous?: boolean;
  icon?: ReactNode;
  size?: ButtonProps['size'];
}

/** A button that asks before it acts. */
export function Confirm({ label, title, text, onConfirm, dangerous = false, icon, size = 'sm' }: Props) {
  const { t } = useSpeech();
  const [opened, { open, close }] = useDisclosure(false);
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <ActButton
        variant="default"
        size={size}
        leftSection={icon}
        onClick={open}
        {...(dangerous && { className: 'danger' })}
      >
        {label}
      </ActButton>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button onClick={confirm} color={dangerous ? 'red' : 'petrol'} data-autofocus>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
