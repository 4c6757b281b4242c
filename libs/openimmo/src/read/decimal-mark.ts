import { decodedText } from './decode.ts';
import { Claims } from './claims.ts';
import type { ReadElement } from './element.ts';
import { XmlEvents } from './events.ts';
import { Place } from './found.ts';
import type { ReadLimits } from './limits.ts';
import { PackageBuilder } from './package-builder.ts';
import { decimalMarkOf, threeDecimalsIn } from './values.ts';
import type { DecimalMark, Marks } from './values.ts';

/** Elements with text written by a person, not by the software. */
const FREE_TEXT = /text|courtage/i;

/** The sections with numbers, and the names of their elements if a section also has other content. */
const NUMBER_SECTIONS = {
  preise: /./,
  flaechen: /./,
  zustand_angaben: /^energiepass$|bedarf|kennwert|verbrauch/i,
};
/** The prices of an object, without its rates. */
const AMOUNT = /^(?!.*(?:satz|fache|zinsen))/i;

/** The marks in the numbers of an object. */
export const marksOfObject = (object: Place): Marks => ({
  decimal: decimalMarkOf(numbersIn(object), amountsIn(object)),
  threeDecimals: threeDecimalsIn(amountsIn(object)),
});

/**
 * The marks in the numbers of a document's objects.
 * @throws PackageUnreadable
 */
export async function marksOfDocument(bytes: AsyncIterable<Uint8Array>, limits: ReadLimits): Promise<Marks> {
  const builder = new PackageBuilder(limits, undefined);
  const events = new XmlEvents(builder, limits);
  const decimals = new Set<DecimalMark | undefined>();
  const threes = new Set<DecimalMark | undefined>();
  const look = async () => {
    for (const part of await builder.take()) {
      if (part.kind !== 'object') continue;
      const marks = marksOfObject(new Place([part.element], '', new Claims()));
      decimals.add(marks.decimal);
      threes.add(marks.threeDecimals);
    }
  };
  try {
    for await (const text of decodedText(bytes, limits.bytes)) {
      events.write(text);
      await look();
    }
    events.end();
    await look();
  } finally {
    await builder.discard();
  }
  return { decimal: onlyOf(decimals), threeDecimals: onlyOf(threes) };
}

function onlyOf(marks: ReadonlySet<DecimalMark | undefined>): DecimalMark | undefined {
  const [mark, ...others] = [...marks].filter((one) => one !== undefined);
  return others.length === 0 ? mark : undefined;
}

function* numbersIn(object: Place): Generator<string> {
  for (const [name, isNumber] of Object.entries(NUMBER_SECTIONS))
    for (const element of object.inside(name).elements) yield* numbersBelow(element, isNumber);
}

function* amountsIn(object: Place): Generator<string> {
  for (const element of object.inside('preise').elements) yield* numbersBelow(element, AMOUNT);
}

function* numbersBelow({ children }: ReadElement, isNumber: RegExp): Generator<string> {
  for (const child of children) {
    if (FREE_TEXT.test(child.name) || !isNumber.test(child.name)) continue;
    yield child.text;
    yield* child.attributes.values();
    yield* numbersBelow(child, isNumber);
  }
}
