import type { ReactNode } from 'react';
import type { Permission } from '@estate/client';
import { Button, Stack, Text } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

interface Props {
  label: string;
  title: string;
  text: string;
  act: { isPending: boolean; mutate: (input: undefined) => void };
  /** True for a destructive action. */
  dangerous?: boolean;
  /** The permission that the action needs; `write` by default. */
  needs?: Permission;
  icon?: ReactNode;
  size?: ButtonProps['size'];
}

/** A button that asks for confirmation, and shows that the action is running. */
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
  return (
    <Dialog
      label={label}
      title={title}
      variant="default"
      needs={needs}
      size={size}
      loading={act.isPending}
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
            <DialogButtons close={close} dangerous={dangerous}>
              {(button) => (
                <Button {...button} onClick={confirm}>
                  {label}
                </Button>
              )}
            </DialogButtons>
          </Stack>
        );
      }}
    </Dialog>
  );
}
