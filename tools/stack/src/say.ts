/** Prints a line for the user at the terminal. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
