/** An instruction of a Dockerfile with its words; continued lines are joined. */
export interface Instruction {
  name: string;
  /** The stage of the instruction, from 0; -1 before the first. */
  stage: number;
  rest: string;
}

export function parseDockerfile(text: string): Instruction[] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ');
  let stage = -1;
  return joined
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...words] = line.trim().split(/\s+/);
      if (name === 'FROM') stage += 1;
      return { name, stage, rest: words.join(' ') };
    });
}

/** The instructions of the stage that becomes the image. */
export function lastStage(instructions: readonly Instruction[]): Instruction[] {
  const last = Math.max(...instructions.map(({ stage }) => stage));
  return instructions.filter(({ stage }) => stage === last);
}
