import { useIsViewer } from '../api/rights.ts';
import type { ComponentPropsWithoutRef } from 'react';

type Props = Omit<ComponentPropsWithoutRef<'form'>, 'onSubmit'> & { onSubmit: () => void };

/** A form that the page itself sends; viewers only read what it contains. */
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
