export function databaseTests(files: readonly string[], root?: string): Promise<string[]>;
