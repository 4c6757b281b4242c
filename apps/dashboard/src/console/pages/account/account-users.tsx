import type { User } from '@estate/client';
import { Text } from '@mantine/core';
import { isGone } from '../../../api/client.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { ItemList } from '../../../ui/item-list.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/page.tsx';
import { Time } from '../../../ui/time.tsx';
import { accountPath } from '../../api.ts';
import type { SignInSettings } from '../../types.ts';
import { useAsked, useAskedList } from '../../use-asked.ts';
import { useText } from '../../use-text.ts';
import type { PartProps } from './part-props.ts';

/** The sign-in settings of an account and its people. */
export function AccountUsers({ accountId }: PartProps) {
  const text = useText();
  const users = useAskedList<User>(accountPath(accountId, '/users'));
  return (
    <div className="stack">
      <SignIn accountId={accountId} />
      <Section title={text('part.users')}>
        <ItemList query={users} empty={<Text size="sm">{text('part.noUsers')}</Text>}>
          {(user) => <UserItem user={user} />}
        </ItemList>
      </Section>
    </div>
  );
}

function UserItem({ user: { id, name, email, role, lastSignInAt } }: { user: User }) {
  const { t } = useSpeech();
  const text = useText();
  return (
    <div>
      <Text size="sm" fw={600} className="break">
        {name ?? email} · {t(`role.${role}`)}
      </Text>
      <Text size="xs" c="dimmed" className="break">
        {email} · {text('part.lastSignIn')}:{' '}
        {lastSignInAt === undefined ? text('part.never') : <Time at={lastSignInAt} />} · <code>{id}</code>
      </Text>
    </div>
  );
}

function SignIn({ accountId }: PartProps) {
  const { t } = useSpeech();
  const text = useText();
  const query = useAsked<SignInSettings>(accountPath(accountId, '/sign-in'));
  return (
    <Section title={text('part.signIn')}>
      {isGone(query.error) ? (
        <Text size="sm">{text('part.noSignIn')}</Text>
      ) : (
        <Loaded query={query}>
          {({ issuer, clientId, hasClientSecret, signInUrl, updatedAt }) => (
            <Facts
              facts={[
                [text('part.issuer'), issuer],
                [text('part.client'), clientId],
                [text('part.secret'), t(hasClientSecret ? 'common.yes' : 'common.no')],
                [
                  text('part.signInUrl'),
                  <span key="url" className="break">
                    {signInUrl}
                  </span>,
                ],
                [t('common.updated'), <Time key="updated" at={updatedAt} exact />],
              ]}
            />
          )}
        </Loaded>
      )}
    </Section>
  );
}
