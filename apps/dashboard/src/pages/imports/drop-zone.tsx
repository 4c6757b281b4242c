import { useId, useState } from 'react';
import { Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useSizeText } from '../../ui/size-text.ts';

interface Props {
  file: File | undefined;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** A file is dropped here, or chosen with the button, which is the input of the form. */
export function DropZone({ file, isBusy, onFile }: Props) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first && !isBusy) onFile(first);
  };
  return (
    <div
      className={isOver ? 'drop-zone is-over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <Icon name="imports" size={26} />
      <Text fw={600} className="break">
        {file ? file.name : t('imports.drop')}
      </Text>
      {file && (
        <Text size="sm" c="dimmed">
          {sizeText(file.size)}
        </Text>
      )}
      <label htmlFor={id} className="choose-file" data-disabled={isBusy || undefined}>
        {t('imports.choose')}
      </label>
      <input
        id={id}
        type="file"
        accept=".zip,.xml,application/zip,application/xml,text/xml"
        className="sr-only"
        disabled={isBusy}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
