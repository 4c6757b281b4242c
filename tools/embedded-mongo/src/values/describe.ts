import { bsonType, isDoc } from './document.ts';

/** A value in the format of MongoDB's messages, such as `{ email: "a@b.c" }`. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(describe).join(', ')} ]`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (bsonType(value) === 'ObjectId') return `ObjectId('${String(value)}')`;
  if (bsonType(value) === 'Binary') return `BinData(${(value as { toJSON(): string }).toJSON()})`;
  if (!isDoc(value)) return String(value);
  const fields = Object.keys(value).map((key) => `${key}: ${describe(value[key])}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
