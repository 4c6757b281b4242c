import { Button, Group, Text } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { isUnfinished } from '../form/property-draft.ts';
import type { AttachmentDraft } from '../form/property-draft.ts';
import { isRefused } from './photo-rows.ts';
import type { Upload } from './upload-queue.ts';
import { uploads } from './uploads.ts';

interface Props {
  rows: readonly AttachmentDraft[];
  states: ReadonlyMap<string, Upload>;
}

/** The number of uploads in progress, and the failed ones; nothing once all files are uploaded. */
export function UploadSummary({ rows, states }: Props) {
  const { t } = useSpeech();
  const local = rows.flatMap((row) => (row.file ? [{ row, upload: states.get(row.file.key) }] : []));
  const open = local.filter(({ row }) => isUnfinished(row));
  const failed = open.filter(({ upload }) => upload?.state === 'failed');
  const repeatable = failed.filter(({ upload }) => upload?.state === 'failed' && !isRefused(upload.error));
  const retryAll = () => {
    for (const { row } of repeatable) if (row.file) uploads.start(row.file.key);
  };
  return (
    <Group role="status" gap="xs" justify="space-between" className="upload-summary">
      {open.length > 0 && (
        <Text size="sm">
          {t('photos.progress', { done: local.length - open.length, count: local.length })}{' '}
          {failed.length > 0 && (
            <span className="bad-text">{t('photos.failed', { count: failed.length })}</span>
          )}
        </Text>
      )}
      {repeatable.length > 1 && (
        <Button variant="default" size="compact-sm" onClick={retryAll}>
          {t('photos.retryAll')}
        </Button>
      )}
    </Group>
  );
}
