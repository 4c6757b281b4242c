import type { ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSpeech } from '../text/language.tsx';
import { ActButton } from './act-button.tsx';
import type { ActButtonProps } from './act-button.tsx';

interface Props extends Omit<ActButtonProps, 'children' | 'title'> {
  label: string;
  /** Defaults to the label. */
  title?: string;
  /** The content of the dialog, which may close it. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function Dialog({ label, title = label, children, ...button }: Props) {
  const { t } = useSpeech();
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActButton {...button} onClick={open}>
        {label}
      </ActButton>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {/* A second click while the dialog fades out does nothing. */}
        <div inert={!opened}>{children(close)}</div>
      </Modal>
    </>
  );
}
