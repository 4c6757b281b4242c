import type { AccountLogo as Logo } from '@estate/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { AccountLogo, LOGO_QUERY } from '../../pictures/account-logo.tsx';
import { ImageField } from '../../pictures/image-field.tsx';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';

/** The logo of the account; users who may not change it see the section only if there is a logo. */
export function LogoSection() {
  const { t } = useSpeech();
  const permissions = usePermissions();
  const query = useQuery(LOGO_QUERY);
  const mayChange = permissions.includes('manage') && permissions.includes('write');
  if (!mayChange && query.data?.url === undefined) return null;
  return (
    <Section title={t('account.logo')}>
      <Loaded query={query}>
        {(logo) => (mayChange ? <LogoField logo={logo} /> : <Shown logo={logo} />)}
      </Loaded>
    </Section>
  );
}

function Shown({ logo }: { logo: Logo }) {
  const { account } = useSignedIn();
  return (
    <AccountLogo url={logo.url} alt={account.name} isFramed>
      <span className="account-logo-none">
        <Icon name="picture" size={24} />
      </span>
    </AccountLogo>
  );
}

function LogoField({ logo }: { logo: Logo }) {
  const { t } = useSpeech();
  const client = useQueryClient();
  const change = async (url: string | undefined): Promise<void> => {
    const changed = await (url === undefined ? api.account.deleteLogo() : api.account.setLogo({ url }));
    client.setQueryData(LOGO_QUERY.queryKey, changed);
  };
  const words = {
    name: t('account.logo'),
    choose: t('account.chooseLogo'),
    replace: t('account.replaceLogo'),
    remove: t('account.removeLogo'),
    text: t('account.logoText'),
  };
  return (
    <ImageField words={words} isSet={logo.url !== undefined} legend={false} change={change}>
      <Shown logo={logo} />
    </ImageField>
  );
}
