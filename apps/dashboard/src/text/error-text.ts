import { ApiError, ConnectionError } from '@estate/client';
import { useSpeech } from './language.tsx';

/** The text of an error: the API's own message, or that there was no response. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useSpeech();
  return (error) => {
    if (error instanceof ConnectionError || error instanceof TypeError) return t('common.offline');
    if (error instanceof ApiError && error.requestId !== undefined && error.status >= 500) {
      return `${error.message} ${t('common.requestId', { id: error.requestId })}`;
    }
    return error instanceof Error ? error.message : String(error);
  };
}
