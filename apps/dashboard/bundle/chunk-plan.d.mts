/** The plan reads this of a script of the bundle. */
export interface PlannedChunk {
  type: 'chunk';
  fileName: string;
  name: string;
  code: string;
  moduleIds: string[];
  imports: string[];
  dynamicImports: string[];
  isEntry: boolean;
  isDynamicEntry: boolean;
  facadeModuleId: string | null;
}

export const IN_VAIN_MAX_BYTES: number;
export function chunkPlan(output: readonly PlannedChunk[]): Map<string, string>;
