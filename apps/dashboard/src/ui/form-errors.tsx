import { Alert } from '@mantine/core';
import { ApiError } from '@estate/client';
import { Icon } from './icons.tsx';
import { useErrorText } from '../text/error-text.ts';

/** The error of the API about one field of a form, or about an item of its list. */
export const useFieldError =
  (error: unknown) =>
  (path: string): string | undefined =>
    error instanceof ApiError
      ? error.details.find((one) => one.path.replace(/\.\d+$/, '') === path)?.message
      : undefined;

/** The errors of a form that belong to no field. */
export function FormErrors({ error }: { error: unknown }) {
  const errorText = useErrorText();
  if (error === null || error === undefined) return null;
  return (
    <Alert role="alert" className="tone-bad" icon={<Icon name="warning" />}>
      {errorText(error)}
    </Alert>
  );
}
