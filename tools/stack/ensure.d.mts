export function ensureBundles(): Promise<void>;
