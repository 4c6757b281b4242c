import type { ReactNode } from 'react';
import { Button, Group } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';

const FIRST = { 'data-autofocus': true } as const;

interface Props {
  close: () => void;
  /** True for a destructive action. */
  dangerous?: boolean;
  /** Renders the button that confirms, with its colour, and with the focus if the action is harmless. */
  children: (button: { color: string; 'data-autofocus'?: true }) => ReactNode;
}

/** The buttons of a confirmation. For a destructive action, Cancel has the focus, so that Enter does no harm. */
export function DialogButtons({ close, dangerous = false, children }: Props) {
  const { t } = useSpeech();
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close} {...(dangerous && FIRST)}>
        {t('common.cancel')}
      </Button>
      {children({ color: dangerous ? 'red' : 'petrol', ...(!dangerous && FIRST) })}
    </Group>
  );
}
