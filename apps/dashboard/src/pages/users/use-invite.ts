import type { Role } from '@estate/client';
import { notifications } from '@mantine/notifications';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';

interface Invited {
  email: string;
  name: string;
  role: Role;
}

/** Invites a user, and shows whether an email was sent or the address has to be forwarded. */
export function useInvite(onDone: () => void) {
  const { t } = useSpeech();
  const closeButtonProps = { 'aria-label': t('common.close') };
  return useAct({
    run: ({ email, name, role }: Invited) =>
      api.users.create({ email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) }),
    touches: [['users']],
    quiet: true,
    then: ({ isInvitationSent }) => {
      const message = t(isInvitationSent ? 'users.invitedByMail' : 'users.invitedByLink');
      notifications.show({ message, color: 'teal', closeButtonProps });
      onDone();
    },
  });
}
