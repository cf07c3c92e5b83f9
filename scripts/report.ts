/** Prints a line of progress to standard error, as it is: `console.error` would print it in red on a terminal. */
export function report(line: string): void {
  process.stderr.write(`${line}\n`)
}
