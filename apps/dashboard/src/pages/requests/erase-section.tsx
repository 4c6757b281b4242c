import type { ContactRequest } from '@estate/client';
import { Group } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useMayErase } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { privacyMessages } from '../../text/privacy-messages.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Section } from '../../ui/page.tsx';
import { useForgetHandling } from './use-handling.ts';

addMessages(privacyMessages);

const TOUCHED = [['requests'], ['request'], ['mails'], ['events'], ['erasures']];

/** Erases a request, or everything of its prospect. It is separate from the handling of the request. */
export function EraseSection({ request: { id, prospect } }: { request: ContactRequest }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const mayErase = useMayErase();
  const { email } = prospect;
  const forgetHandling = useForgetHandling(id);
  const close = () => {
    forgetHandling();
    void navigate({ pathname: '/requests', search: window.location.search });
  };
  const one = useAct({
    run: () => api.requests.delete(id),
    touches: TOUCHED,
    done: t('privacy.erased'),
    then: close,
  });
  const all = useAct({
    run: () => api.erasures.create({ email: email ?? '' }),
    touches: TOUCHED,
    done: t('privacy.begun'),
    then: close,
  });
  if (!mayErase) return null;
  return (
    <Section title={t('request.erasing')}>
      <Group gap="xs">
        <Confirm
          dangerous
          label={t('privacy.erase')}
          title={`${t('privacy.erase')}?`}
          text={t('privacy.eraseText')}
          act={one}
        />
        {email !== undefined && (
          <Confirm
            dangerous
            label={t('privacy.erasePerson')}
            title={t('privacy.erasePersonTitle', { email })}
            text={t('privacy.erasePersonText')}
            act={all}
          />
        )}
      </Group>
    </Section>
  );
}
