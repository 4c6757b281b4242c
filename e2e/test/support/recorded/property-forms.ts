import { PROPERTY_TYPES, PROPERTY_TYPE_NAMES, describePropertyType } from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';
import { expect } from 'vitest';
import { fitsEveryWidth } from '../dashboard-page.ts';
import { FORM_TYPE } from '../every-page.ts';
import { DESKTOP, visit } from './page-reader.ts';
import type { Reader } from './page-reader.ts';
import type { RecordedAnswer, Recording } from './recording.ts';

const KIND_OF = new URL('../../../../apps/dashboard/src/fields/field-kind.ts', import.meta.url).href;
/** By how many pixels the links to the sections of a form are cut: a program of the page. */
const LINKS_CUT = `[...document.querySelectorAll('.section-links')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`;

const formOf = (type: PropertyType) => `/properties/new?type=${type}`;

/** The recording, and the other property types, which the contract describes. */
export function withEveryType<Examples>(recording: Recording<Examples>): Recording<Examples> {
  const others = PROPERTY_TYPE_NAMES.filter((type) => type !== FORM_TYPE).map((type): RecordedAnswer => ({
    of: { customer: formOf(type) },
    request: `GET /property-types/${type}`,
    status: 200,
    mediaType: 'application/json; charset=utf-8',
    body: { ...describePropertyType(PROPERTY_TYPES[type]), formats: [] },
  }));
  return { ...recording, answers: [...recording.answers, ...others] };
}

interface Field {
  name: string;
  parts?: Field[] | undefined;
}

/** The kinds of fields that the form of a property type has. */
export async function kindsOf(type: PropertyType): Promise<string[]> {
  const { kindOf } = (await import(KIND_OF)) as { kindOf: (field: Field) => string };
  const kinds = (field: Field): string[] => [kindOf(field), ...(field.parts ?? []).flatMap(kinds)];
  return describePropertyType(PROPERTY_TYPES[type]).sections.flatMap(({ fields }) => fields.flatMap(kinds));
}

/** Expects that the form of each property type fits every width, and that the links to its sections are not cut. */
export async function expectRoomInForms(reader: Reader): Promise<void> {
  const { page } = reader;
  for (const type of PROPERTY_TYPE_NAMES) {
    await visit(reader, formOf(type));
    await fitsEveryWidth(page, `the form of ${type}`);
    await page.setViewportSize(DESKTOP);
    const cut = await page.evaluate<number[]>(LINKS_CUT);
    expect.soft(cut, `what is cut of the links to the sections of ${type}`).toEqual([0]);
  }
}
