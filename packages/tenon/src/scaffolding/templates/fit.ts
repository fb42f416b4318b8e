const widest = 100

/** Whether formatters leave a line as it is. */
export function fits(line: string): boolean {
  return line.length <= widest
}

/** The text on one line if it fits, otherwise over several lines, as formatters break it. */
export function fit(line: string, spread: string): string {
  return fits(line) ? line : spread
}
