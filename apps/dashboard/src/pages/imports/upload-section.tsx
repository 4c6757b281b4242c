import { useState } from 'react';
import type { ImportSource } from '@estate/client';
import { Alert, Button, Checkbox, Group, NativeSelect, Progress, Text } from '@mantine/core';
import { isPackage } from '../../api/imports.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { DropZone, FileInput } from '../../ui/drop-zone.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { useSizeText } from '../../ui/size-text.ts';
import { usePackageUpload } from './use-package-upload.tsx';

/** Imports a package from the user's computer. */
export function UploadSection({ sources }: { sources: readonly ImportSource[] }) {
  const { t } = useSpeech();
  const { now, error, start, stop, forgetFailure } = usePackageUpload();
  const [file, setFile] = useState(now?.order.file);
  const [sourceId, setSourceId] = useState(now?.order.sourceId ?? '');
  const [dryRun, setDryRun] = useState(now?.order.dryRun ?? false);
  const isBusy = now?.state === 'sending';
  const onFile = (chosen: File) => {
    forgetFailure();
    setFile(chosen);
  };
  const problem = useProblem(file);
  return (
    <Section title={t('imports.upload')} text={t('imports.uploadText')}>
      <div className="stack">
        <PackageInput file={file} isBusy={isBusy} onFile={onFile} />
        {problem !== undefined && (
          <Alert role="alert" className="tone-bad" icon={<Icon name="warning" />}>
            {problem}
          </Alert>
        )}
        {isBusy && <UploadProgress file={now.order.file} sentBytes={now.sentBytes} onStop={stop} />}
        <FormErrors error={error} />
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
            onClick={() => file && start({ file, sourceId, dryRun })}
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

/** The source of the package's properties; not shown if there are no sources. */
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

/** The reason why a file cannot be uploaded. Its size is checked by the API, which knows the limit. */
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
