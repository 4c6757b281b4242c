import type { PropertyTypeDescription, PublicationProblem } from '@estate/client';
import type { Described } from '../fields/field-kind.ts';

/** A field of a property and its treatment by a platform. */
export interface CarriedField {
  field: Described;
  value: unknown;
  /** Its places in the document; empty for a field that is not sent. */
  paths: readonly string[];
  /** Notes of the dry run about its parts, or the reason why it is left out although the format has a place for it. */
  notes: readonly string[];
  /** Other problems that the dry run finds in the value. */
  problems: readonly PublicationProblem[];
}

export interface CarriedSection {
  name: string;
  label: Described['label'];
  rows: readonly CarriedField[];
}

interface Sent {
  type: PropertyTypeDescription;
  /** The type of the target. */
  targetType: string;
  fields: object;
  /** The problems of the dry run; undefined if they are not known. */
  problems: readonly PublicationProblem[] | undefined;
}

/** The fields of a property that a platform receives, by section, and those that it does not receive. */
export function carriedFields({ type, targetType, fields, problems = [] }: Sent) {
  const format = type.formats.find(({ targetTypes }) => targetTypes.includes(targetType));
  const rowOf = (field: Described): CarriedField => {
    const path = `fields.${field.name}`;
    const ofField = problems.filter((one) => one.field === path || one.field.startsWith(`${path}.`));
    const about = ofField.filter(isLeftOut);
    const isWhole = about.some((one) => one.field === path);
    return {
      field,
      value: Reflect.get(fields, field.name),
      paths: isWhole ? [] : (format?.carries[field.name] ?? []),
      notes: format?.leavesOut.includes(field.name) === true ? [] : about.map(({ message }) => message),
      problems: ofField.filter((one) => !isLeftOut(one)),
    };
  };
  const isSent = ({ paths }: CarriedField) => paths.length > 0;
  const sections = type.sections.map(({ name, label, fields: described }) => ({
    name,
    label,
    rows: described.filter(({ name: field }) => isGiven(Reflect.get(fields, field))).map(rowOf),
  }));
  return {
    sent: sections
      .map((section): CarriedSection => ({ ...section, rows: section.rows.filter(isSent) }))
      .filter(({ rows }) => rows.length > 0),
    leftOut: sections.flatMap(({ rows }) => rows).filter((row) => !isSent(row)),
  };
}

const isLeftOut = ({ code }: PublicationProblem): boolean => code === 'value_left_out';

const isGiven = (value: unknown): boolean => value !== undefined && value !== '';
