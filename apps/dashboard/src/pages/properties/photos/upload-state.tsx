import { Button, Progress, Text } from '@mantine/core';
import { ApiError } from '@estate/client';
import { useSpeech } from '../../../text/language.tsx';
import { knownKey } from '../../../text/messages.ts';
import { useErrorText } from '../../../text/error-text.ts';
import { useSizeText } from '../../../ui/size-text.ts';
import type { LocalFile } from '../form/property-draft.ts';
import { MAX_BYTES, isRefused } from './photo-rows.ts';
import type { Upload } from './upload-queue.ts';
import { uploads } from './uploads.ts';

interface Props {
  file: LocalFile;
  upload: Upload;
}

/** The progress of the upload of a file, or the reason of its failure. */
export function UploadState({ file, upload }: Props) {
  const { t } = useSpeech();
  if (upload.state === 'failed') return <Failed file={file} error={upload.error} />;
  const sent = upload.state === 'sending' ? Math.min(upload.sentBytes, file.size) : 0;
  return (
    <div>
      <Progress value={(100 * sent) / file.size} aria-label={t('photos.uploading', { name: file.name })} />
      <Text size="xs" c="dimmed">
        <Line file={file} upload={upload} />
      </Text>
    </div>
  );
}

function Line({ file, upload }: Props) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  if (upload.state !== 'sending') return t('photos.waiting');
  if (upload.sentBytes >= file.size) return t('photos.checking');
  return t('photos.sent', { done: sizeText(upload.sentBytes), total: sizeText(file.size) });
}

function Failed({ file, error }: { file: LocalFile; error: unknown }) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const sizeText = useSizeText();
  const key = error instanceof ApiError ? knownKey(`photos.refused.${error.code}`) : undefined;
  return (
    <div role="alert" className="photo-failed">
      <Text size="sm" className="bad-text break">
        {file.name}: {key ? t(key, { limit: sizeText(MAX_BYTES) }) : errorText(error)}
      </Text>
      {!isRefused(error) && (
        <Button variant="default" size="compact-sm" mt={4} onClick={() => uploads.start(file.key)}>
          {t('photos.retry')}
        </Button>
      )}
    </div>
  );
}
