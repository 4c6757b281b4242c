import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import './drop-zone.css';

interface Props {
  isBusy?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A zone to drop files; the inputs within are for choosing them. */
export function DropZone({ isBusy = false, onFiles, children }: Props) {
  const [isOver, setIsOver] = useState(false);
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
        const files = [...event.dataTransfer.files];
        if (files.length > 0 && !isBusy) onFiles(files);
      }}
    >
      {children}
    </div>
  );
}

interface InputProps extends Pick<Props, 'isBusy' | 'onFiles'> {
  label: string;
  accept: string;
  multiple?: boolean;
  /** Opens the camera of a phone. */
  capture?: 'environment';
  className?: string;
}

/** An input for files that looks like a button. */
export function FileInput({ label, isBusy = false, onFiles, className = '', ...input }: InputProps) {
  const id = useId();
  return (
    <span className={`file-input ${className}`}>
      <input
        id={id}
        type="file"
        className="sr-only"
        disabled={isBusy}
        {...input}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file can be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <label htmlFor={id} className="choose-file" data-disabled={isBusy || undefined}>
        {label}
      </label>
    </span>
  );
}
