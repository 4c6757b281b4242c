import { Button, Tooltip } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useMayWrite } from '../app/session-gate.tsx';
import { useSpeech } from '../text/language.tsx';

type Props = ButtonProps & Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps>;

/** A button that changes something: a key that may read only sees it and why it does nothing. */
export function ActButton({ disabled, ...props }: Props) {
  const { t } = useSpeech();
  const mayWrite = useMayWrite();
  if (mayWrite) return <Button {...props} disabled={disabled ?? false} />;
  return (
    <Tooltip label={t('app.readOnlyWhy')} events={{ hover: true, focus: true, touch: true }}>
      <Button
        {...props}
        type="button"
        data-disabled
        aria-disabled
        onClick={(event) => event.preventDefault()}
      />
    </Tooltip>
  );
}
