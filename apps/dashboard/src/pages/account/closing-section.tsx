import { useState } from 'react';
import type { Closing } from '@estate/client';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useMayErase } from '../../api/rights.ts';
import { closingMessages } from '../../text/closing-messages.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { saveExport } from './save-export.ts';

addMessages(closingMessages);

interface Props {
  accountId: string;
  closing: Closing | undefined;
}

/** Exports everything of the account as a file, and closes the account. */
export function ClosingSection({ accountId, closing }: Props) {
  const { t } = useSpeech();
  const mayErase = useMayErase();
  const save = useAct({ run: () => saveExport(accountId), touches: [], done: t('closing.exported') });
  if (!mayErase) return null;
  return (
    <>
      <Section title={t('closing.exportTitle')} text={t('closing.exportText')}>
        <Group>
          <ActButton needs="erase" variant="light" act={save}>
            {t('closing.export')}
          </ActButton>
        </Group>
      </Section>
      {closing ? <Progress closing={closing} /> : <Begin accountId={accountId} />}
    </>
  );
}

function Begin({ accountId }: { accountId: string }) {
  const { t } = useSpeech();
  const close = useAct({
    run: () => api.account.close(accountId),
    touches: [['account']],
    done: t('closing.begun'),
  });
  return (
    <Section title={t('closing.title')} text={t('closing.text')}>
      <Group>
        <Dialog
          label={t('closing.close')}
          variant="default"
          needs="erase"
          className="danger"
          loading={close.isPending}
        >
          {(dismiss) => (
            <Confirmation
              accountId={accountId}
              confirm={() => {
                dismiss();
                close.mutate(undefined);
              }}
            />
          )}
        </Dialog>
      </Group>
    </Section>
  );
}

/** The account id has to be typed, because this cannot be undone. */
function Confirmation({ accountId, confirm }: { accountId: string; confirm: () => void }) {
  const { t } = useSpeech();
  const [typed, setTyped] = useState('');
  return (
    <Stack>
      <Text size="sm">{t('closing.what')}</Text>
      <Text size="sm">
        {t('closing.typeId')} <code>{accountId}</code>
      </Text>
      <TextInput
        label={t('closing.id')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button color="red" disabled={typed.trim() !== accountId} onClick={confirm}>
          {t('closing.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}

function Progress({ closing }: { closing: Closing }) {
  const { t } = useSpeech();
  const { phase = 'waiting', requestedAt, cancellableUntil, takeDownUntil, remaining } = closing;
  return (
    <Section title={t('closing.running')} text={t(`closing.${phase}`)}>
      <Facts
        facts={[
          [t('closing.requestedAt'), <Time key="requested" at={requestedAt} exact />],
          [t('closing.cancellableUntil'), <Time key="cancellable" at={cancellableUntil} exact />],
          [t('closing.takeDownUntil'), <Time key="until" at={takeDownUntil} exact />],
          [t('closing.remaining'), String(remaining.listings)],
        ]}
      />
    </Section>
  );
}
