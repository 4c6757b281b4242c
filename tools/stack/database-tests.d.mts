export function databaseTests(files: readonly string[], root?: string): Promise<string[]>;
export function askedBy(file: string, root?: string): string[];
