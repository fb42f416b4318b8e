const widest = 100

/** Whether formatters leave a line as it is. */
export function fits(line: string): boolean {
  return line.length <= widest
}

/** The text on one line if it fits, otherwise over several lines, as formatters break it. */
export function fit(line: string, spread: string): string {
  return fits(line) ? line : spread
}

/**
 * A line with an object at its end, which has a line for each property if the line is too long. What follows `?` and `:`
 * is two columns deeper.
 */
export function fitObject(line: string): string {
  const [, start = '', words = '', properties = '', end = ''] =
    /^( *(?:[?:] )?)(.*)\{ (.*) \}(.*)$/.exec(line) ?? []
  if (fits(line) || properties === '') return line
  const indent = ' '.repeat(start.length)
  const lines = properties.split(/, (?![^()]*\))/).map((each) => `${indent}  ${each},\n`)
  return `${start}${words}{\n${lines.join('')}${indent}}${end}`
}
