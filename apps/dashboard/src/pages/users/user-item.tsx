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

/** One person: who, with which role, and since when. */
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

/** The role, which an admin can change at once. */
function RoleOf({ user, called }: { user: User; called: string }) {
  const { t } = useSpeech();
  const { data } = useRoles();
  const mayManage = usePermissions().includes('manage');
  const { id, name, role } = user;
  const change = useAct({
    run: (wanted: Role) => api.users.update(id, { role: wanted, ...(name !== undefined && { name }) }),
    touches: [['users'], ['session']],
    done: t('users.changed'),
  });
  if (!mayManage) return <Badge tone="calm">{t(`role.${role}`)}</Badge>;
  return (
    <NativeSelect
      size="xs"
      aria-label={t('users.roleOf', { name: called })}
      value={role}
      data={data}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.value as Role)}
    />
  );
}
