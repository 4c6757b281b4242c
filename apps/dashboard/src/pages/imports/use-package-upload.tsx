import { useSyncExternalStore } from 'react';
import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useHref, useNavigate } from 'react-router';
import { uploadPackage } from '../../api/imports.ts';
import { useAct } from '../../api/use-act.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { useSpeech } from '../../text/language.tsx';
import { useErrorText } from '../../text/error-text.ts';
import { PackageUpload, isStopped } from './package-upload.ts';
import type { PackageOrder } from './package-upload.ts';

const UPLOADS = new Map<string, PackageUpload>();

/** The upload of an account; it outlives the page that started it. */
function uploadOf(accountId: string): PackageUpload {
  const upload = UPLOADS.get(accountId) ?? new PackageUpload(uploadPackage);
  UPLOADS.set(accountId, upload);
  return upload;
}

/** One upload at a time. Its import is opened, or named in a notification if the user has left the page. */
export function usePackageUpload() {
  const { account } = useSignedIn();
  const upload = uploadOf(account.id);
  const now = useSyncExternalStore(upload.subscribe, upload.now);
  const navigate = useNavigate();
  const notify = useNotify((id) => void navigate(`/imports/${id}`));
  const act = useAct({
    run: (order: PackageOrder) =>
      upload
        .send(order)
        .then((id) => ({ id, order }))
        .catch((error: unknown) => {
          if (!upload.isShown && !isStopped(error)) notify.failed(order, error);
          throw error;
        }),
    touches: [['imports']],
    quiet: true,
    then: ({ id, order }) => {
      if (upload.isShown) void navigate(`/imports/${id}`);
      else notify.sent(order, id);
    },
  });
  return {
    now,
    error: now?.state === 'failed' ? now.error : undefined,
    start: (order: PackageOrder) => act.mutate(order),
    stop: () => upload.stop(),
    forgetFailure: () => upload.forgetFailure(),
  };
}

function useNotify(open: (id: string) => void) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  const imports = useHref('/imports');
  const shared = { autoClose: false, closeButtonProps: { 'aria-label': t('common.close') } } as const;
  return {
    sent: ({ file: { name } }: PackageOrder, id: string) => {
      const link = (
        <Anchor
          href={`${imports}/${id}`}
          size="sm"
          onClick={(event) => {
            event.preventDefault();
            open(id);
          }}
        >
          {t('imports.open')}
        </Anchor>
      );
      notifications.show({ ...shared, color: 'teal', title: t('imports.sent', { name }), message: link });
    },
    failed: ({ file: { name } }: PackageOrder, error: unknown) => {
      const title = t('imports.notSent', { name });
      notifications.show({ ...shared, color: 'red', title, message: errorText(error) });
    },
  };
}
