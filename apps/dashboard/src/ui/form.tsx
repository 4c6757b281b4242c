import { useIsViewer } from '../api/rights.ts';
import type { ComponentPropsWithoutRef } from 'react';

type Props = Omit<ComponentPropsWithoutRef<'form'>, 'onSubmit'> & { onSubmit: () => void };

/** A form that is submitted by script; it is read-only for viewers. */
export const Form = ({ onSubmit, children, ...props }: Props) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    <fieldset disabled={useIsViewer()} className="form-parts">
      {children}
    </fieldset>
  </form>
);
