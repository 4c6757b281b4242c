import type { Target } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import { addMessages, knownKey } from '../../text/messages.ts';
import { targetSettingsMessages } from '../../text/target-settings-messages.ts';

addMessages(targetSettingsMessages);

type Transfer = NonNullable<Target['lastFullTransfer']>;
type FolderProblem = NonNullable<Target['reportFolderProblem']>;

/** The reason why a full transfer was not sent; the API's own message for a reason that is missing or newer than this page. */
export function useWhyNotSent(): (last: Transfer) => string | undefined {
  const { t } = useSpeech();
  const failedText = (failureCode: string, message = ''): string => {
    const failure = knownKey(`code.${failureCode}`);
    return failure ? `${t(failure)}. ${t('listing.platformSaid')}: ${message}` : message;
  };
  return ({ message, reason, removals = 0 }) => {
    if (!reason) return message;
    const { code, failureCode = '', mayRemove = 0, names = [] } = reason;
    const oneByOne = reason.oneByOne === true ? [t('sync.oneByOne')] : [];
    if (code === 'platform_failed') return [failedText(failureCode, message), ...oneByOne].join(' ');
    const named = names.join(', ') + (removals > names.length ? ', …' : '');
    const why = knownKey(`sync.why.${code}`);
    return why ? [t(why, { names: named, mayRemove }), ...oneByOne].join(' ') : message;
  };
}

/** The reason why the folder with results cannot be read, with the server's message. */
export function useFolderProblem(): (problem: FolderProblem) => string {
  const { t } = useSpeech();
  return ({ message, reason }) => {
    if (!reason) return message;
    const { code, failureCode, path = '', file = '', said = '' } = reason;
    const failure = knownKey(`code.${failureCode ?? ''}`);
    if (code === 'not_connected') return failure ? `${t(failure)}.` : message;
    const why = knownKey(`target.folder.${code}`);
    return why ? t(why, { path, file, said }) : message;
  };
}
