import { useRef, useState } from 'react';
import type { ImportSource } from '@estate/client';
import { Alert, Button, Checkbox, Group, NativeSelect, Progress, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { isPackage, uploadPackage } from '../../api/imports.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { DropZone, FileInput } from '../../ui/drop-zone.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { useSizeText } from '../../ui/size-text.ts';

/** Imports a package from the reader's computer. */
export function UploadSection({ sources }: { sources: readonly ImportSource[] }) {
  const { t } = useSpeech();
  const [file, setFile] = useState<File>();
  const [sourceId, setSourceId] = useState('');
  const [dryRun, setDryRun] = useState(false);
  const { upload, sentBytes, stop } = useUpload();
  const isBusy = upload.isPending;
  const problem = useProblem(file);
  return (
    <Section title={t('imports.upload')} text={t('imports.uploadText')}>
      <div className="stack">
        <PackageInput file={file} isBusy={isBusy} onFile={setFile} />
        {problem !== undefined && (
          <Alert role="alert" className="tone-bad" icon={<Icon name="warning" />}>
            {problem}
          </Alert>
        )}
        {isBusy && file && <UploadProgress file={file} sentBytes={sentBytes} onStop={stop} />}
        <FormErrors error={isStopped(upload.error) ? null : upload.error} />
        <Group align="flex-end" gap="md">
          <SourceChoice {...{ sources, sourceId, isBusy }} onChange={setSourceId} />
          <Checkbox
            label={t('imports.dryRun')}
            description={t('imports.dryRunText')}
            checked={dryRun}
            disabled={isBusy}
            onChange={(event) => setDryRun(event.currentTarget.checked)}
          />
          <ActButton
            leftSection={<Icon name="imports" />}
            loading={isBusy}
            disabled={file === undefined || problem !== undefined}
            onClick={() => file && upload.mutate({ file, sourceId, dryRun })}
          >
            {t(dryRun ? 'imports.startDryRun' : 'imports.start')}
          </ActButton>
        </Group>
      </div>
    </Section>
  );
}

interface PackageProps {
  file: File | undefined;
  isBusy: boolean;
  onFile: (file: File) => void;
}

function PackageInput({ file, isBusy, onFile }: PackageProps) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const onFiles = ([first]: File[]) => first && onFile(first);
  return (
    <DropZone isBusy={isBusy} onFiles={onFiles}>
      <Icon name="imports" size={26} />
      <Text fw={600} className="break">
        {file ? file.name : t('imports.drop')}
      </Text>
      {file && (
        <Text size="sm" c="dimmed">
          {sizeText(file.size)}
        </Text>
      )}
      <FileInput
        label={t('imports.choose')}
        accept=".zip,.xml,application/zip,application/xml,text/xml"
        isBusy={isBusy}
        onFiles={onFiles}
      />
    </DropZone>
  );
}

interface ChoiceProps {
  sources: readonly ImportSource[];
  sourceId: string;
  isBusy: boolean;
  onChange: (sourceId: string) => void;
}

/** The source whose properties the package is about; none where there are no sources. */
function SourceChoice({ sources, sourceId, isBusy, onChange }: ChoiceProps) {
  const { t } = useSpeech();
  if (sources.length === 0) return null;
  return (
    <NativeSelect
      label={t('imports.source')}
      className="source-choice"
      value={sourceId}
      disabled={isBusy}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: t('imports.noSource') },
        ...sources.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

interface Order {
  file: File;
  sourceId: string;
  dryRun: boolean;
}

/** One upload at a time, how far it is, and a way to stop it. */
function useUpload() {
  const navigate = useNavigate();
  const [sentBytes, setSentBytes] = useState(0);
  const stopping = useRef(new AbortController());
  const upload = useAct({
    run: (order: Order) => {
      setSentBytes(0);
      stopping.current = new AbortController();
      return uploadPackage({ ...order, onProgress: setSentBytes, signal: stopping.current.signal });
    },
    touches: [['imports']],
    quiet: true,
    then: (id: string) => void navigate(`/imports/${id}`),
  });
  return { upload, sentBytes, stop: () => stopping.current.abort() };
}

const isStopped = (error: Error | null): boolean => error?.name === 'AbortError';

/** Why a file cannot be uploaded. Its size is checked by the API, which knows the limit. */
function useProblem(file: File | undefined): string | undefined {
  const { t } = useSpeech();
  if (!file) return undefined;
  return isPackage(file.name) ? undefined : t('imports.notAPackage', { name: file.name });
}

interface ProgressProps {
  file: File;
  sentBytes: number;
  onStop: () => void;
}

function UploadProgress({ file, sentBytes, onStop }: ProgressProps) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const label = t('imports.uploading', { name: file.name });
  const sent = Math.min(sentBytes, file.size);
  return (
    <div role="status">
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Text size="sm" className="break">
          {label} · {t('imports.uploaded', { done: sizeText(sent), total: sizeText(file.size) })}
        </Text>
        <Button size="compact-sm" variant="default" onClick={onStop}>
          {t('common.cancel')}
        </Button>
      </Group>
      <Progress value={file.size === 0 ? 0 : (100 * sent) / file.size} aria-label={label} />
    </div>
  );
}
