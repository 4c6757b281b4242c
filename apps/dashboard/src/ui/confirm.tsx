import type { ReactNode } from 'react';
import type { Permission } from '@estate/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  label: string;
  title: string;
  text: string;
  act: { mutate: (input: undefined) => void };
  /** Takes something away. */
  dangerous?: boolean;
  /** What it takes to do that; `write` by default. */
  needs?: Permission;
  icon?: ReactNode;
  size?: ButtonProps['size'];
}

/** A button that asks before it acts. */
export function Confirm({
  label,
  title,
  text,
  act,
  dangerous = false,
  needs = 'write',
  icon,
  size = 'sm',
}: Props) {
  const { t } = useSpeech();
  return (
    <Dialog
      label={label}
      title={title}
      variant="default"
      needs={needs}
      size={size}
      leftSection={icon}
      {...(dangerous && { className: 'danger' })}
    >
      {(close) => {
        const confirm = () => {
          close();
          act.mutate(undefined);
        };
        return (
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
        );
      }}
    </Dialog>
  );
}
