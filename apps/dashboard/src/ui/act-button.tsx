import { Button, Tooltip } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import type { Permission } from '@estate/client';
import { usePermissions } from '../app/rights.ts';
import { useWhyNot } from './use-why-not.ts';

export interface ActButtonProps
  extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** What it takes to use the button; `write` by default. */
  needs?: Permission;
  /** What the button does, unless it has an `onClick`. */
  act?: { isPending: boolean; mutate: (input: undefined) => void };
}

/** A button that changes something. For who may not do that, it is disabled and says why. */
export function ActButton({ disabled, act, needs = 'write', ...props }: ActButtonProps) {
  const whyNot = useWhyNot();
  const permissions = usePermissions();
  if (permissions.includes(needs)) {
    const acting = act && { loading: act.isPending, onClick: () => act.mutate(undefined) };
    return <Button {...acting} {...props} disabled={disabled ?? false} />;
  }
  return (
    <Tooltip label={whyNot(needs)} events={{ hover: true, focus: true, touch: true }}>
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
