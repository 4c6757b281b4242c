import { memo } from 'react';
import type { PropertyTypeDescription } from '@estate/client';
import type { FieldsDraft } from '../../../fields/field-draft.ts';
import { useSpeech } from '../../../text/language.tsx';
import { offeredIn } from './field-sections.tsx';
import type { FormProblem } from './form-problems.ts';
import { FORM_SECTIONS, idOfSection } from './form-sections.ts';
import { goToSection } from './go-to.ts';

interface Props {
  type: PropertyTypeDescription;
  first: FieldsDraft;
  problems: readonly FormProblem[];
}

/** Links to the sections of a long form; they stay in view and name the sections with refused fields. */
export const SectionLinks = memo(function LinksToSections({ problems, ...form }: Props) {
  const { t } = useSpeech();
  const links = useLinks(form);
  return (
    <nav aria-label={t('property.formSections')} className="section-links">
      <ul>
        {links.map(({ id, label, roots }) => {
          const count = problems.filter(({ path }) => roots.some((root) => isWithin(path, root))).length;
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  goToSection(id);
                }}
              >
                {label}
                {count > 0 && (
                  <span className="problem-count">
                    <span aria-hidden>{count}</span>
                    <span className="sr-only"> ({t('property.sectionProblems', { count })})</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
});

interface SectionLink {
  id: string;
  label: string;
  /** The roots of paths whose problems belong to the section. */
  roots: readonly string[];
}

function useLinks({ type: { sections }, first }: Omit<Props, 'problems'>): SectionLink[] {
  const { t, language } = useSpeech();
  const isOffered = offeredIn(first);
  const ofFields = sections.map(({ name, label, fields }) => ({
    id: idOfSection(name),
    label: label[language],
    roots: fields.filter(isOffered).map((field) => `fields.${field.name}`),
  }));
  return [
    ...ofFields.filter(({ roots }) => roots.length > 0),
    { id: FORM_SECTIONS.attachments, label: t('property.pictures'), roots: ['attachments'] },
    { id: FORM_SECTIONS.links, label: t('property.links'), roots: ['links'] },
    { id: FORM_SECTIONS.own, label: t('property.own'), roots: ['externalId', 'contactId', 'onSold'] },
  ];
}

const isWithin = (path: string, root: string): boolean => path === root || path.startsWith(`${root}.`);
