import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { ContactPhoto } from '../../pictures/contact-photo.tsx';
import { useSpeech } from '../../text/language.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

interface Props {
  photo: string | undefined;
  change: (photo: string | undefined) => void;
  /** Called with whether a file is being uploaded. */
  busy: (isUploading: boolean) => void;
}

/** The photo of a contact. A file is uploaded when it is chosen, and named by the contact when that is saved. */
export function PhotoField({ photo, change, busy }: Props) {
  const { t } = useSpeech();
  const input = useRef<HTMLInputElement>(null);
  const { isUploading, error, upload } = usePhotoUpload(change, busy);
  const choose = () => input.current?.click();
  return (
    <fieldset className="contact-photo-field">
      <legend>{t('contact.photo')}</legend>
      <ContactPhoto photo={photo} size="large" alt={t('contact.photo')} />
      <div className="contact-photo-choice">
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="picture" />}
            loading={isUploading}
            onClick={choose}
          >
            {t(photo === undefined ? 'contact.choosePhoto' : 'contact.replacePhoto')}
          </Button>
          {photo !== undefined && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className="quiet"
              onClick={() => change(undefined)}
            >
              {t('contact.removePhoto')}
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {t('contact.photoText')}
        </Text>
        <FormErrors error={error} />
      </div>
      <FileInput input={input} label={t('contact.photo')} choose={(file) => void upload(file)} />
    </fieldset>
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
      // The same file can be chosen again.
      currentTarget.value = '';
    }}
  />
);

function usePhotoUpload(change: Props['change'], busy: Props['busy']) {
  const [isUploading, setUploading] = useState(false);
  const [error, setError] = useState<unknown>();
  const upload = async (file: File): Promise<void> => {
    setUploading(true);
    busy(true);
    setError(undefined);
    try {
      change((await api.attachments.upload(file)).url);
    } catch (reason) {
      setError(reason);
    } finally {
      setUploading(false);
      busy(false);
    }
  };
  return { isUploading, error, upload };
}
