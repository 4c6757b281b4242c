import type { ComponentPropsWithoutRef } from 'react';

type Props = Omit<ComponentPropsWithoutRef<'form'>, 'onSubmit'> & { onSubmit: () => void };

/** A form that the page itself sends. */
export const Form = ({ onSubmit, ...props }: Props) => (
  <form
    {...props}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
