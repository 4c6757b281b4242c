import { Alert, Button, Group, Text } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import { DropZone, FileInput } from '../../../ui/drop-zone.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useSizeText } from '../../../ui/size-text.ts';
import { FILE_TYPES, MAX_BYTES } from './photo-rows.ts';
import type { RejectedFile, usePhotos } from './use-photos.ts';

/** Adds files that are dropped, chosen or taken with the camera of a phone, and attachments by web address. */
export function AddFiles({ photos: { rows, add, addAddress } }: { photos: ReturnType<typeof usePhotos> }) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const addRow = () => {
    addAddress();
    requestAnimationFrame(() => document.getElementById(`attachments.${String(rows.length)}.url`)?.focus());
  };
  return (
    <DropZone onFiles={add}>
      <Icon name="picture" size={26} />
      <Text fw={600}>{t('photos.add')}</Text>
      <Text size="sm" c="dimmed">
        {t('photos.limit', { size: sizeText(MAX_BYTES) })}
      </Text>
      <Group gap="xs" justify="center">
        <FileInput
          label={t('photos.choose')}
          accept={`image/*,${FILE_TYPES.join()}`}
          multiple
          onFiles={add}
        />
        <FileInput
          label={t('photos.camera')}
          accept="image/*"
          capture="environment"
          className="for-touch"
          onFiles={add}
        />
        <Button variant="subtle" size="compact-sm" onClick={addRow}>
          {t('photos.addAddress')}
        </Button>
      </Group>
    </DropZone>
  );
}

/** The reasons why files were not added. */
export function RejectedFiles({ files }: { files: readonly RejectedFile[] }) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  if (files.length === 0) return null;
  return (
    <Alert role="alert" className="tone-bad" icon={<Icon name="warning" />} title={t('photos.notAdded')}>
      <ul className="plain-list">
        {files.map(({ file, problem }) => (
          <li key={`${file.name} ${String(file.lastModified)}`} className="break">
            <strong>{file.name}</strong>:{' '}
            {t(problem, { size: sizeText(file.size), limit: sizeText(MAX_BYTES) })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
