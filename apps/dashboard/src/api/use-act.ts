import { useId } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useSpeech } from '../text/language.tsx';
import { useErrorText } from '../text/error-text.ts';

interface Act<I, O> {
  run: (input: I) => Promise<O>;
  /** These queries are read again afterwards. */
  touches: readonly (readonly unknown[])[];
  /** Said when it worked. */
  done?: string | undefined;
  then?: ((output: O) => void) | undefined;
  /** The page shows the error itself. */
  quiet?: boolean;
}

/** Something the reader does: runs it, reads again what it changed, and says how it went. */
export function useAct<I, O>({ run, touches, done, then, quiet = false }: Act<I, O>) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const client = useQueryClient();
  // One for each action, so that a retry replaces what the last attempt said.
  const failureId = useId();
  const closeButtonProps = { 'aria-label': t('common.close') };
  return useMutation({
    mutationFn: run,
    onMutate: () => void notifications.hide(failureId),
    onSuccess: (output) => {
      // Whatever was done may be a step of a new account.
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
        // Nobody reads an error that has disappeared.
        autoClose: false,
        closeButtonProps,
      });
    },
  });
}
