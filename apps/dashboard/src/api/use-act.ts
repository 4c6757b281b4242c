import { useId } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useSpeech } from '../text/language.tsx';
import { useErrorText } from '../text/error-text.ts';

interface Act<I, O> {
  run: (input: I) => Promise<O>;
  /** Queries that are invalidated afterwards. */
  touches: readonly (readonly unknown[])[];
  /** Shown after success. */
  done?: string | undefined;
  then?: ((output: O) => void) | undefined;
  /** True if the page shows the error itself. */
  quiet?: boolean;
}

/** An action of the user: runs it, invalidates what it changed, and reports the result. */
export function useAct<I, O>({ run, touches, done, then, quiet = false }: Act<I, O>) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const client = useQueryClient();
  // One id for each action, so that a retry replaces the last message.
  const failureId = useId();
  const closeButtonProps = { 'aria-label': t('common.close') };
  return useMutation({
    mutationFn: run,
    onMutate: () => void notifications.hide(failureId),
    onSuccess: (output) => {
      // Any action may be a step of a new account.
      for (const queryKey of [...touches, ['setup']]) void client.invalidateQueries({ queryKey });
      if (done !== undefined) notifications.show({ message: done, color: 'teal', closeButtonProps });
      then?.(output);
    },
    onError: (error) => {
      if (quiet) return;
      notifications.show({
        id: failureId,
        title: t('common.failed'),
        message: errorText(error),
        color: 'red',
        // Errors stay until they are closed: nobody reads one that has disappeared.
        autoClose: false,
        closeButtonProps,
      });
    },
  });
}
