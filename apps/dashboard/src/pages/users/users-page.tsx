import { Alert, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useUsers } from '../../api/users.ts';
import { useSpeech } from '../../text/language.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { InviteUser } from './invite-user.tsx';
import { UserItem } from './user-item.tsx';

/** The users of the account and their permissions. */
export function UsersPage() {
  const { t } = useSpeech();
  const query = useUsers(LIST_MS);
  return (
    <Page title={t('nav.users')} actions={<InviteUser />}>
      <SignInAddress />
      <Section title={t('nav.users')} text={t('users.text')}>
        <ItemList
          query={query}
          empty={
            <Empty icon="users" title={t('users.none')} text={t('users.noneText')} reference="createUser" />
          }
        >
          {(user) => <UserItem user={user} />}
        </ItemList>
      </Section>
    </Page>
  );
}

/** The sign-in address, to be sent to invited users. */
function SignInAddress() {
  const { t } = useSpeech();
  const { data } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.get({ signal }),
  });
  if (!data) return null;
  const { signInUrl } = data;
  if (signInUrl === undefined) return <Alert color="amber">{t('users.noProvider')}</Alert>;
  return (
    <Section title={t('users.signInUrl')} text={t('users.signInUrlText')}>
      <Group>
        <Text size="sm">
          <code className="break">{signInUrl}</code>
        </Text>
        <Copy text={signInUrl} />
      </Group>
    </Section>
  );
}
