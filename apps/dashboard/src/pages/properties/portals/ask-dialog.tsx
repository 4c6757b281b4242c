import { useState } from 'react';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Form } from '../../../ui/form.tsx';
import { NOT_PLANNED, PlannedInputs } from '../../listings/planned-times.tsx';
import type { PortalRow } from './portal-row.ts';
import type { usePublishing } from './use-publishing.ts';

/** An action of the user on some portals. */
export interface Wish {
  kind: 'publish' | 'takeDown';
  rows: readonly PortalRow[];
}

interface Props {
  wish: Wish | undefined;
  close: () => void;
  publishing: ReturnType<typeof usePublishing>;
}

/** Asks once for confirmation before something is published or taken down, also for several portals. */
export function AskDialog({ wish, close, publishing }: Props) {
  const { t } = useSpeech();
  const title = wish && t(`portals.${wish.kind}Title`, { count: wish.rows.length });
  return (
    <Modal
      opened={wish !== undefined}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {wish && <Question wish={wish} close={close} publishing={publishing} />}
    </Modal>
  );
}

function Question({ wish: { kind, rows }, close, publishing }: Props & { wish: Wish }) {
  const { t } = useSpeech();
  const [planned, setPlanned] = useState(NOT_PLANNED);
  const act = () => {
    close();
    if (kind === 'publish') publishing.publish(rows, planned);
    else publishing.takeDown(rows);
  };
  return (
    <Form onSubmit={act}>
      <Stack>
        <ul className="plain-list">
          {rows.map(({ target, name }) => (
            <li key={target.id}>{name}</li>
          ))}
        </ul>
        {kind === 'takeDown' && <Text size="sm">{t('portals.takeDownText')}</Text>}
        {kind === 'publish' && (
          <details>
            <summary>{t('portals.times')}</summary>
            <Stack gap="xs" mt="xs">
              <PlannedInputs draft={planned} change={setPlanned} />
            </Stack>
          </details>
        )}
        <DialogButtons close={close} dangerous={kind === 'takeDown'}>
          {(button) => (
            <Button {...button} type="submit">
              {t(`portals.${kind}`)}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </Form>
  );
}
