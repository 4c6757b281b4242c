import { Button, Tooltip } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useMayWrite } from '../app/session-gate.tsx';
import { useSpeech } from '../text/language.tsx';

export interface ActButtonProps
  extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** What the button does, unless it has an `onClick`. */
  act?: { isPending: boolean; mutate: (input: undefined) => void };
}

/** A button that changes something. With a key that may only read, it is disabled and says why. */
export function ActButton({ disabled, act, ...props }: ActButtonProps) {
  const { t } = useSpeech();
  const mayWrite = useMayWrite();
  if (mayWrite) {
    const acting = act && { loading: act.isPending, onClick: () => act.mutate(undefined) };
    return <Button {...acting} {...props} disabled={disabled ?? false} />;
  }
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
