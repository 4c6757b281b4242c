import { nameOfUser, useUsers } from './users.ts';
import { useSignedIn } from './signed-in.ts';
import { useSpeech } from '../text/language.tsx';

export interface Assignees {
  /** The reader, if that is a person of the account. */
  me: string | undefined;
  /** The reader first, then the other people; also `chosen`, if that person was removed. */
  options: (chosen: string) => { value: string; label: string }[];
  nameOf: (id: string) => string;
}

/** The people to whom requests can be assigned. */
export function useAssignees(): Assignees {
  const { t } = useSpeech();
  const me = useSignedIn().user?.id;
  const { data: users } = useUsers();
  const people = (users ?? [])
    .map((user) => ({ value: user.id, label: nameOfUser(user) }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const unknown = users ? t('requests.removedUser') : '…';
  const nameOf = (id: string) => people.find(({ value }) => value === id)?.label ?? unknown;
  return {
    me,
    nameOf,
    options: (chosen) => [
      ...people
        .filter(({ value }) => value === me)
        .map(({ value, label }) => ({ value, label: t('requests.me', { name: label }) })),
      ...people.filter(({ value }) => value !== me),
      ...(chosen === '' || people.some(({ value }) => value === chosen)
        ? []
        : [{ value: chosen, label: nameOf(chosen) }]),
    ],
  };
}
