const widest = 100

/** The text on one line if it fits, otherwise over several lines, as formatters break it. */
export function fit(line: string, spread: string): string {
  return line.length <= widest ? line : spread
}
