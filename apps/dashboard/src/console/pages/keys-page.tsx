import { useState } from 'react';
import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAct } from '../../api/use-act.ts';
import { accountMessages } from '../../text/account-messages.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { operate, operateAll } from '../api.ts';
import { useOperator } from '../operator-gate.tsx';
import type { NewOperatorKey, OperatorKey } from '../types.ts';
import { useText } from '../use-text.ts';

addMessages(accountMessages);

const PATH = '/admin/operator-keys';
const KEY = ['operator-keys'];

/** The keys of the operator; a new one is shown only once. */
export function OperatorKeysPage() {
  const { t } = useSpeech();
  const text = useText();
  const [made, setMade] = useState<NewOperatorKey>();
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => operateAll<OperatorKey>(PATH, { signal, idOf: ({ id }) => id }),
  });
  return (
    <Page title={text('place.keys')} actions={<NewKey onMade={setMade} />}>
      {made && (
        <Alert className="tone-good" title={text('keys.created')} role="status">
          <Group justify="space-between">
            <code className="break">{made.key}</code>
            <Copy text={made.key} />
          </Group>
          <Text size="sm">{t('account.createdText')}</Text>
        </Alert>
      )}
      <Section title={text('keys.title')} text={text('keys.text')}>
        <ItemList query={query} empty={<Text size="sm">{text('keys.none')}</Text>}>
          {(key) => <KeyItem operatorKey={key} />}
        </ItemList>
      </Section>
    </Page>
  );
}

function KeyItem({ operatorKey: { id, name, prefix, lastFour, lastUsedAt } }: { operatorKey: OperatorKey }) {
  const { t } = useSpeech();
  const text = useText();
  const operator = useOperator();
  const revoke = useAct({
    run: () => operate(`${PATH}/${id}`, { method: 'DELETE' }),
    touches: [KEY],
    done: t('account.revoked'),
  });
  return (
    <>
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600} className="break">
            {name}
          </Text>
          {operator.id === id && <Badge tone="good">{t('account.thisOne')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" className="break">
          <code>
            {prefix}…{lastFour}
          </code>{' '}
          · {t('account.lastUsed')}:{' '}
          {lastUsedAt === undefined ? t('account.never') : <Time at={lastUsedAt} />}
        </Text>
      </div>
      <Confirm
        dangerous
        size="compact-sm"
        label={t('account.revoke')}
        title={text('keys.revokeTitle')}
        text={text('keys.revokeText', { name })}
        act={revoke}
      />
    </>
  );
}

function NewKey({ onMade }: { onMade: (key: NewOperatorKey) => void }) {
  const text = useText();
  return (
    <Dialog label={text('keys.new')} leftSection={<Icon name="plus" />}>
      {(close) => (
        <KeyForm
          onMade={(key) => {
            close();
            onMade(key);
          }}
        />
      )}
    </Dialog>
  );
}

function KeyForm({ onMade }: { onMade: (key: NewOperatorKey) => void }) {
  const text = useText();
  const [name, setName] = useState('');
  const create = useAct({
    run: () => operate<NewOperatorKey>(PATH, { method: 'POST', body: { name: name.trim() } }),
    touches: [KEY],
    quiet: true,
    then: onMade,
  });
  return (
    <Form onSubmit={() => create.mutate(undefined)}>
      <Stack>
        <TextInput
          label={text('keys.name')}
          description={text('keys.nameText')}
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormErrors error={create.error} />
        <ActButton type="submit" loading={create.isPending} disabled={name.trim() === ''}>
          {text('keys.new')}
        </ActButton>
      </Stack>
    </Form>
  );
}
