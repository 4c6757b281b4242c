export const NODE_PACKAGES: string[];
export const NODE_VERSION: string;
export function continueUnderPinnedNode(): Promise<void>;
export function requirePinnedNode(command: string): void;
