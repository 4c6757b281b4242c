import { useRef, useState } from 'react';
import type { Role, User } from '@estate/client';
import { Group, NativeSelect, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { nameOfUser } from '../../api/users.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Time } from '../../ui/time.tsx';
import { useRoles } from './use-roles.ts';

/** One user: name, state, last sign-in, and role. */
export function UserItem({ user }: { user: User }) {
  const { t } = useSpeech();
  const signedIn = useSignedIn();
  const { id, email, name, state, lastSignInAt } = user;
  const called = nameOfUser(user);
  const remove = useAct({
    run: () => api.users.delete(id),
    touches: [['users']],
    done: t('users.removed'),
  });
  return (
    <>
      <div>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {called}
          </Text>
          <Badge tone={state === 'active' ? 'good' : 'calm'}>{t(`userState.${state}`)}</Badge>
          {signedIn.user?.id === id && <Badge tone="calm">{t('users.you')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {name !== undefined && `${email} · `}
          {t('users.lastSignIn')}:{' '}
          {lastSignInAt === undefined ? t('users.never') : <Time at={lastSignInAt} />}
        </Text>
      </div>
      <Group gap="xs">
        <RoleOf user={user} called={called} />
        <Confirm
          dangerous
          needs="manage"
          size="compact-sm"
          label={t('users.remove')}
          title={t('users.removeTitle')}
          text={t('users.removeText', { name: called })}
          act={remove}
        />
      </Group>
    </>
  );
}

/** The role, which an admin can change after a confirmation, because the arrow keys pass through all choices. */
function RoleOf({ user, called }: { user: User; called: string }) {
  const { t } = useSpeech();
  const { data, textOf } = useRoles();
  const mayManage = usePermissions().includes('manage');
  const select = useRef<HTMLSelectElement>(null);
  const { id, name, role } = user;
  const [chosen, setChosen] = useChosen(role);
  const change = useAct({
    run: (wanted: Role) => api.users.update(id, { role: wanted, ...(name !== undefined && { name }) }),
    touches: [['users'], ['session']],
    done: t('users.changed'),
    // The button that had the focus disappears.
    then: () => select.current?.focus(),
  });
  if (!mayManage) return <Badge tone="calm">{t(`role.${role}`)}</Badge>;
  const isSaved = change.isSuccess && change.variables === chosen;
  return (
    <>
      <NativeSelect
        ref={select}
        size="xs"
        aria-label={t('users.roleOf', { name: called })}
        value={chosen}
        data={data}
        onChange={(event) => {
          change.reset();
          setChosen(event.currentTarget.value as Role);
        }}
      />
      {chosen !== role && !isSaved && (
        <Confirm
          needs="manage"
          size="compact-sm"
          label={t('users.changeRole')}
          title={t('users.changeRoleTitle')}
          text={t('users.changeRoleText', {
            name: called,
            role: t(`role.${chosen}`),
            meaning: textOf(chosen),
          })}
          act={{ isPending: change.isPending, mutate: () => change.mutate(chosen) }}
        />
      )}
    </>
  );
}

/** An unsaved choice; it is replaced if the role has changed since. */
function useChosen(role: Role) {
  const [chosen, setChosen] = useState(role);
  const [seen, setSeen] = useState(role);
  if (seen !== role) {
    setSeen(role);
    setChosen(role);
  }
  return [chosen, setChosen] as const;
}
