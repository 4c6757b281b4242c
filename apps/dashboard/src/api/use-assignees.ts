import { nameOfUser, useUsers } from './users.ts';
import { useSignedIn } from './signed-in.ts';
import { useSpeech } from '../text/language.tsx';

export interface Assignees {
  /** The id of the signed-in user; undefined for a session without a user. */
  me: string | undefined;
  /** The signed-in user first, then the others; also `chosen`, if that user was removed. */
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
