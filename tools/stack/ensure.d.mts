export function ensureBundles(): void;
