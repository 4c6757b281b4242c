import type { ReactNode } from 'react';
import { Button, Group } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';

const FIRST = { 'data-autofocus': true } as const;

interface Props {
  close: () => void;
  /** Takes something down or removes it. */
  dangerous?: boolean;
  /** The button that confirms, with its colour, and with the focus where that does no harm. */
  children: (button: { color: string; 'data-autofocus'?: true }) => ReactNode;
}

/** The buttons of a dialog that asks. Where something is taken down or removed, Enter must not do it: Cancel has the focus. */
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
