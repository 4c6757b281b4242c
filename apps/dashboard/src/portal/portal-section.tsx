import { useState } from 'react';
import type { Target } from '@estate/client';
import { NativeSelect, Text } from '@mantine/core';
import { namesOf, useTargetTypes, useTargets } from '../api/names.ts';
import { useSpeech } from '../text/language.tsx';
import { ActLink } from '../ui/act-button.tsx';
import { Badge } from '../ui/badge.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Loading } from '../ui/loading.tsx';
import { Section } from '../ui/page.tsx';
import { portalContent } from './portal-content.ts';
import { PortalProblems } from './portal-problems.tsx';
import { PortalView } from './portal-view.tsx';
import { useCarried } from './use-carried.ts';

/** A preview of a property on the platform of each target, before anything is published. */
export function PortalSection({ propertyId }: { propertyId: string }) {
  const { t } = useSpeech();
  return (
    <Section title={t('portal.title')} text={t('portal.text')}>
      <Loaded query={useTargets()}>
        {(targets) =>
          targets.length === 0 ? <NoTargets /> : <OfTargets propertyId={propertyId} targets={targets} />
        }
      </Loaded>
    </Section>
  );
}

function NoTargets() {
  const { t } = useSpeech();
  return (
    <div className="stack">
      <Text size="sm" c="dimmed">
        {t('portal.noTargets')}
      </Text>
      <div>
        <ActLink to="/targets/new" variant="default">
          {t('targets.new')}
        </ActLink>
      </div>
    </div>
  );
}

function OfTargets({ propertyId, targets }: { propertyId: string; targets: readonly Target[] }) {
  const { t } = useSpeech();
  const names = namesOf(targets, useTargetTypes());
  const [chosen, setChosen] = useState<string>();
  const target = targets.find(({ id }) => id === chosen) ?? targets[0];
  return (
    <div className="stack">
      <NativeSelect
        label={t('listing.target')}
        value={target?.id ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={targets.map(({ id }, index) => ({ value: id, label: names[index] ?? id }))}
        maw={420}
      />
      {target && <OfTarget key={target.id} propertyId={propertyId} target={target} />}
    </div>
  );
}

function OfTarget({ propertyId, target }: { propertyId: string; target: Target }) {
  const { t } = useSpeech();
  const { property, type, dryRun, error, isComplete } = useCarried({ propertyId, targetId: target.id });
  if (error) return <ErrorNote error={error} />;
  if (!property || !type || !isComplete) return <Loading />;
  const content = portalContent({ type, targetType: target.type, property, problems: dryRun?.problems });
  return (
    <>
      {dryRun && (
        <div role="status">
          <Badge tone={dryRun.publishable ? 'good' : 'bad'}>
            {t(dryRun.publishable ? 'portal.ready' : 'portal.blocked')}
          </Badge>
        </div>
      )}
      <div className="portal-columns">
        <PortalView property={property} content={content} />
        <PortalProblems
          propertyId={propertyId}
          type={type}
          content={content}
          isChecked={dryRun !== undefined}
        />
      </div>
    </>
  );
}
