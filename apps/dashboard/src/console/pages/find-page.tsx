import { useState } from 'react';
import { Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Form } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { IconName } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useAccountName } from '../account-names.ts';
import { operate, pathOf } from '../api.ts';
import { LookButton } from '../look-button.tsx';
import { placesOf } from '../places-of-found.ts';
import type { Found } from '../types.ts';
import { useKnownText, useText } from '../use-text.ts';

const TEXT_MAX = 200;
const ICONS: Readonly<Record<string, IconName>> = {
  account: 'users',
  api_key: 'account',
  operator_key: 'account',
  property: 'properties',
  contact: 'contacts',
  target: 'targets',
  listing: 'listings',
  mail: 'mails',
  request: 'requests',
  webhook: 'webhooks',
  event: 'events',
  delivery: 'webhooks',
};

/** A search field for everything that has an id or another name, over all accounts. */
export function FindPage() {
  const { t } = useSpeech();
  const text = useText();
  const [params, setParams] = useSearchParams();
  const asked = params.get('text') ?? '';
  const [typed, setTyped] = useState(asked);
  const find = () => setParams(typed.trim() === '' ? {} : { text: typed.trim() });
  return (
    <Page title={text('place.find')}>
      <Form role="search" onSubmit={find}>
        <Group gap="xs" align="flex-end">
          <TextInput
            type="search"
            className="find-field"
            label={text('find.field')}
            description={text('find.text')}
            leftSection={<Icon name="search" size={16} />}
            maxLength={TEXT_MAX}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{t('common.search')}</Button>
        </Group>
      </Form>
      {asked === '' ? (
        <Empty icon="search" title={text('find.empty')} text={text('find.emptyText')} />
      ) : (
        <Results key={asked} asked={asked} />
      )}
    </Page>
  );
}

function Results({ asked }: { asked: string }) {
  const text = useText();
  const query = useQuery({
    queryKey: ['find', asked],
    queryFn: ({ signal }) => operate<{ data: Found[] }>(pathOf('/admin/find', { text: asked }), { signal }),
  });
  return (
    <Loaded query={query}>
      {({ data }) =>
        data.length === 0 ? (
          <Empty
            icon="search"
            title={text('find.nothing')}
            text={text('find.nothingText', { text: asked })}
          />
        ) : (
          <Section title={text('find.results', { count: data.length })}>
            <ul className="plain-list">
              {data.map((found) => (
                <li key={`${found.kind} ${found.id}`} className="item">
                  <Result found={found} />
                </li>
              ))}
            </ul>
          </Section>
        )
      }
    </Loaded>
  );
}

function Result({ found }: { found: Found }) {
  const known = useKnownText();
  const accountName = useAccountName();
  const { kind, id, name } = found;
  const accountId = kind === 'account' ? id : found.accountId;
  const places = placesOf(found);
  return (
    <>
      <div>
        <Group gap="xs">
          <Badge tone="calm" icon={ICONS[kind] ?? 'search'}>
            {known(`kind.${kind}`) ?? kind}
          </Badge>
          <Anchor component={Link} to={places.console} fw={600} size="sm" className="break">
            {name ?? id}
          </Anchor>
        </Group>
        <Text size="xs" c="dimmed" className="break">
          {accountId !== undefined && kind !== 'account' && <>{accountName(accountId)} · </>}
          <code>{id}</code>
        </Text>
      </div>
      {accountId !== undefined && places.dashboard !== undefined && (
        <LookButton accountId={accountId} to={places.dashboard} size="compact-sm" />
      )}
    </>
  );
}
