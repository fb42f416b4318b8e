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
 * A line with an object at its end. If the line is too long, each property gets its own line. After `?` and `:`, the
 * indent is two characters deeper.
 */
export function fitObject(line: string): string {
  const [, start = '', words = '', properties = '', end = ''] =
    /^( *(?:[?:] )?)(.*)\{ (.*) \}(.*)$/.exec(line) ?? []
  if (fits(line) || properties === '') return line
  const indent = ' '.repeat(start.length)
  const lines = properties.split(/, (?![^()]*\))/).map((each) => `${indent}  ${each},\n`)
  return `${start}${words}{\n${lines.join('')}${indent}}${end}`
}

/** A line with a call that begins with a list of texts. If it is too long, arguments and items get lines. */
export function fitList(line: string): string {
  const [, indent = '', start = '', list = '', further = '', end = ''] =
    /^( *)(.*\()\[(.*)\](?:, (.*))?(\).?)$/.exec(line) ?? []
  if (fits(line) || list === '') return line
  if (further === '') return `${indent}${start}${spreadTexts(list, indent)}${end}`
  const [, properties] = /^\{ (.*) \}$/.exec(further) ?? []
  const hugged = `${indent}${start}[${list}], {`
  if (properties !== undefined && fits(hugged)) {
    return `${hugged}\n${indent}  ${properties},\n${indent}}${end}`
  }
  const inner = `${indent}  `
  const first = fit(`${inner}[${list}],`, `${inner}${spreadTexts(list, inner)},`)
  return `${indent}${start}\n${first}\n${inner}${further},\n${indent}${end}`
}

/** A list of texts with a line for each; `null` may be one of them. */
export function spreadTexts(list: string, indent: string): string {
  const items = list.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|null/g) ?? []
  return `[\n${items.map((item) => `${indent}  ${item},\n`).join('')}${indent}]`
}

/** An opening tag on one line if it fits; `start` has its indent. */
export function openTag(
  start: string,
  attributes: readonly string[],
  end: '>' | ' />' = '>',
): string {
  const indent = start.slice(0, start.indexOf('<'))
  const lines = attributes.map((each) => `${fitObject(`${indent}  ${each}`)}\n`)
  return fit(
    `${start} ${attributes.join(' ')}${end}`,
    `${start}\n${lines.join('')}${indent}${end.trim()}`,
  )
}
