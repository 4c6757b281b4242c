import type { PropertyTypeSummary } from '@estate/client';
import { Title } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';

const USES = ['residential', 'commercial'] as const;
const DEALS = ['sale', 'rent'] as const;

/** Every property type, by use and by deal. */
export function TypeChoice({ types }: { types: readonly PropertyTypeSummary[] }) {
  const { t, language } = useSpeech();
  return (
    <div className="stack">
      <Title order={2}>{t('properties.chooseType')}</Title>
      <div className="type-groups">
        {USES.flatMap((use) => DEALS.map((deal) => [use, deal] as const)).map(([use, deal]) => {
          const heading = `${t(`use.${use}`)}: ${t(`deal.${deal}`)}`;
          return (
            <section key={heading} className="card">
              <Title order={3} mb="xs">
                {heading}
              </Title>
              <ul className="type-links">
                {types
                  .filter((type) => type.use === use && type.deal === deal)
                  .map(({ type, label }) => (
                    <li key={type}>
                      <Link to={`/properties/new?type=${type}`} className="type-link">
                        {label[language]}
                      </Link>
                    </li>
                  ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}
