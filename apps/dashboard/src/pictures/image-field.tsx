import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { ApiError } from '@estate/client';
import { api } from '../api/client.ts';
import { useIsViewer } from '../api/rights.ts';
import { imageMessages } from '../text/image-messages.ts';
import { useSpeech } from '../text/language.tsx';
import { addMessages, knownKey } from '../text/messages.ts';
import { FormErrors } from '../ui/form-errors.tsx';
import { Icon } from '../ui/icons.tsx';
import './image-field.css';

addMessages(imageMessages);

const MAX_BYTES = 16_000_000;
const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

interface Words {
  name: string;
  choose: string;
  replace: string;
  remove: string;
  text: string;
}

interface Props {
  words: Words;
  isSet: boolean;
  /** False if a heading names it already. */
  legend?: boolean;
  /** The image, or its placeholder. */
  children: ReactNode;
  change: (url: string | undefined) => Promise<void> | void;
  /** Called with true while a file is being uploaded. */
  busy?: (isUploading: boolean) => void;
}

/** One image of the account. A file is uploaded when it is chosen; viewers only see the image. */
export function ImageField({ words, legend = true, children, ...choice }: Props) {
  const isViewer = useIsViewer();
  return (
    <fieldset className="image-field" aria-label={words.name}>
      {legend && <legend>{words.name}</legend>}
      {children}
      {!isViewer && <ImageChoice words={words} {...choice} />}
    </fieldset>
  );
}

function ImageChoice({ words, isSet, change, busy }: Omit<Props, 'legend' | 'children'>) {
  const input = useRef<HTMLInputElement>(null);
  const { isWorking, error, upload, remove } = useImage(change, busy);
  return (
    <>
      <div className="image-field-choice">
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="picture" />}
            loading={isWorking}
            onClick={() => input.current?.click()}
          >
            {isSet ? words.replace : words.choose}
          </Button>
          {isSet && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className="quiet"
              disabled={isWorking}
              onClick={() => void remove()}
            >
              {words.remove}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {words.text}
        </Text>
        <FormErrors error={error} />
      </div>
      <FileInput input={input} label={words.name} choose={(file) => void upload(file)} />
    </>
  );
}

interface FileInputProps {
  input: RefObject<HTMLInputElement | null>;
  label: string;
  choose: (file: File) => void;
}

const FileInput = ({ input, label, choose }: FileInputProps) => (
  <input
    ref={input}
    type="file"
    hidden
    accept={TYPES.join(',')}
    aria-label={label}
    onChange={({ currentTarget }) => {
      const [file] = currentTarget.files ?? [];
      if (file) choose(file);
      // Lets the same file be chosen again.
      currentTarget.value = '';
    }}
  />
);

function useImage(change: Props['change'], busy: Props['busy']) {
  const { t } = useSpeech();
  const [isWorking, setWorking] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (work: () => Promise<void> | void): Promise<void> => {
    setWorking(true);
    busy?.(true);
    setError(undefined);
    try {
      await work();
    } catch (reason) {
      const key = reason instanceof ApiError ? knownKey(`image.refused.${reason.code}`) : undefined;
      setError(key ? new Error(t(key)) : reason);
    } finally {
      setWorking(false);
      busy?.(false);
    }
  };
  const upload = async (file: File): Promise<void> => {
    if (!TYPES.includes(file.type)) throw new Error(t('image.wrongType'));
    if (file.size > MAX_BYTES) throw new Error(t('image.tooLarge'));
    await change((await api.attachments.upload(file)).url);
  };
  return {
    isWorking,
    error,
    upload: (file: File) => run(() => upload(file)),
    remove: () => run(() => change(undefined)),
  };
}
