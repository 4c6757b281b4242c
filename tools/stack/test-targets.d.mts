export const FILES_WITH_TARGET: ReadonlySet<string>;
export const TEST_TARGETS: readonly string[];
