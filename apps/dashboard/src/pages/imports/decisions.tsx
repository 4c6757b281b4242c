import type { Import } from '@estate/client';
import { Alert, Group, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';

/** Stops an import. */
export function CancelButton({ id }: { id: string }) {
  const { t } = useSpeech();
  const cancel = useAct({
    run: () => api.imports.cancel(id),
    touches: [['import', id], ['imports'], ['import-objects', id]],
    done: t('import.cancelDone'),
  });
  return (
    <Confirm
      dangerous
      label={t('import.cancel')}
      title={t('import.cancelTitle')}
      text={t('import.cancelText')}
      act={cancel}
    />
  );
}

/** A full transfer that would delete many properties and waits for a decision. */
export function WaitingNote({ one }: { one: Import }) {
  const { t, language } = useSpeech();
  const confirm = useAct({
    run: () => api.imports.confirm(one.id),
    touches: [['import', one.id], ['imports'], ['import-objects', one.id]],
    done: t('import.confirmDone'),
  });
  const { missing = 0, known = 0, maxShare = 0 } = one.removal ?? {};
  const share = new Intl.NumberFormat(language, { style: 'percent' }).format(maxShare);
  return (
    <Alert className="tone-warn" icon={<Icon name="warning" />} title={t('import.waitsTitle')} role="alert">
      <Group justify="space-between">
        <Text size="sm">{t('import.waitsText', { missing, known, share })}</Text>
        <Confirm
          dangerous
          label={t('import.confirm')}
          title={t('import.confirmTitle', { count: missing })}
          text={t('import.confirmText', { missing, known })}
          act={confirm}
        />
      </Group>
    </Alert>
  );
}
