import { Suspense, lazy } from 'react';
import type { ComponentType } from 'react';
import type { Account } from '@estate/client';
import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { useSpeech } from '../../../text/language.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { Time } from '../../../ui/time.tsx';
import { accountPath } from '../../api.ts';
import { LookButton } from '../../look-button.tsx';
import { useAsked } from '../../use-asked.ts';
import { useText } from '../../use-text.ts';
import type { PartProps } from './part-props.ts';

type OperatedAccount = Account & { email?: string };

/** A part whose script is loaded when it is first opened. */
const part = (load: () => Promise<ComponentType<PartProps>>) => lazy(async () => ({ default: await load() }));

const PARTS = {
  listings: part(async () => (await import('./account-listings.tsx')).AccountListings),
  targets: part(async () => (await import('./account-targets.tsx')).AccountTargets),
  users: part(async () => (await import('./account-users.tsx')).AccountUsers),
  keys: part(async () => (await import('./account-keys.tsx')).AccountKeys),
  usage: part(async () => (await import('./account-usage.tsx')).AccountUsage),
  audit: part(async () => (await import('./account-audit-log.tsx')).AccountAuditLog),
} as const satisfies Record<string, ComponentType<PartProps>>;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** One account. Each part is read when it is opened, because each read is an entry of the customer's audit log. */
export function OperatedAccountPage() {
  const { id = '' } = useParams();
  const text = useText();
  const query = useAsked<OperatedAccount>(accountPath(id));
  return (
    <Loaded query={query}>
      {(account) => (
        <Page
          title={account.name}
          up={{ to: '/accounts', label: text('place.accounts') }}
          actions={<LookButton accountId={id} to="/" variant="filled" />}
        >
          <AccountFacts account={account} />
          <Parts key={id} accountId={id} />
        </Page>
      )}
    </Loaded>
  );
}

function AccountFacts({ account: { id, email, createdAt } }: { account: OperatedAccount }) {
  const { t } = useSpeech();
  const text = useText();
  return (
    <Section title={text('account.facts')} text={text('account.readText')}>
      <Facts
        facts={[
          [t('common.created'), <Time key="created" at={createdAt} exact />],
          [text('account.email'), email ?? text('account.noEmail')],
          [t('common.id'), <code key="id">{id}</code>],
        ]}
      />
    </Section>
  );
}

function Parts({ accountId }: PartProps) {
  const text = useText();
  const { part: asked } = useParams();
  const navigate = useNavigate();
  const shown = NAMES.find((name) => name === asked) ?? null;
  return (
    <Tabs
      value={shown}
      onChange={(next) => void navigate(`/accounts/${accountId}/${next ?? ''}`, { replace: true })}
      keepMounted={false}
    >
      <Tabs.List aria-label={text('account.parts')}>
        {NAMES.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {text(`part.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {NAMES.map((name) => {
        const Shown = PARTS[name];
        return (
          <Tabs.Panel key={name} value={name} pt="md">
            <Suspense fallback={<Loading />}>
              <Shown accountId={accountId} />
            </Suspense>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
