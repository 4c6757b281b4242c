import { Button, Tooltip } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import type { ComponentProps, ComponentPropsWithoutRef } from 'react';
import type { Permission } from '@estate/client';
import { Link } from 'react-router';
import { useIsViewer, usePermissions } from '../api/rights.ts';
import { useWhyNot } from './use-why-not.ts';

interface Refusable {
  /** The permission that the button needs; `write` by default. */
  needs?: Permission | undefined;
  /** The reason why nobody can use it now. */
  whyNot?: string | undefined;
}

interface ButtonElementProps
  extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {}

export interface ActButtonProps extends Refusable, ButtonElementProps {
  /** The action of the button, unless it has an `onClick`. */
  act?: { isPending: boolean; mutate: (input: undefined) => void };
}

/** A button that changes something. For users without the permission, it is disabled with the reason; viewers do not see it. */
export function ActButton({ disabled, act, needs, whyNot, ...props }: ActButtonProps) {
  const refused = useRefusal({ needs, whyNot });
  if (refused === UNSEEN) return null;
  if (refused !== undefined) return <RefusedButton {...props} why={refused} />;
  const acting = act && { loading: act.isPending, onClick: () => act.mutate(undefined) };
  const all = { ...acting, ...props };
  return <Button {...all} {...(all.loading === true && BUSY)} disabled={disabled ?? false} />;
}

/** A disabled button loses the focus, and a keyboard user would start again at the top of the page. */
const BUSY: Pick<ComponentProps<typeof Button<'button'>>, 'renderRoot' | 'onClick'> = {
  renderRoot: ({ disabled: _disabled, ...root }) => <button {...root} aria-disabled aria-busy />,
  onClick: (event) => event.preventDefault(),
};

type ActLinkProps = Refusable &
  ButtonProps &
  Pick<ComponentPropsWithoutRef<'a'>, 'children' | 'aria-keyshortcuts'> & { to: string };

/** A link to a page that changes something; disabled like the button. */
export function ActLink({ needs, whyNot, to, ...props }: ActLinkProps) {
  const refused = useRefusal({ needs, whyNot });
  if (refused === UNSEEN) return null;
  if (refused !== undefined) return <RefusedButton {...props} why={refused} />;
  return <Button component={Link} to={to} {...props} />;
}

/** The rendering for users who can never use the button. */
const UNSEEN = null;

function useRefusal({ needs = 'write', whyNot }: Refusable): string | typeof UNSEEN | undefined {
  const whyNotFor = useWhyNot();
  const isViewer = useIsViewer();
  if (usePermissions().includes(needs)) return whyNot;
  return isViewer ? UNSEEN : whyNotFor(needs);
}

/** A disabled button that can get the focus, so that everybody can read the reason. */
const RefusedButton = ({ why, ...props }: ButtonElementProps & { why: string }) => (
  <Tooltip label={why} events={{ hover: true, focus: true, touch: true }}>
    <Button
      {...props}
      type="button"
      data-disabled
      aria-disabled
      onClick={(event) => event.preventDefault()}
    />
  </Tooltip>
);
