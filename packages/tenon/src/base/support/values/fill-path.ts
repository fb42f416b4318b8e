/** The values of a path's parameters. */
export type PathValues = Readonly<Record<string, string | number | bigint | undefined>>

/**
 * Replaces `{name}`, `{name:column}` and `{name*}` in a path. A localized path such as `/{@en}/todos` becomes the path
 * of the default language. Throws for a missing value, and for a segment that is empty, `.` or `..`.
 */
export function fill(path: string, parameters: PathValues): string {
  const plain = path.replace(/\/{@.+?}/, '')
  return plain.replaceAll(parameter, (whole, name: string, star: string | undefined) => {
    const value = String(parameters[name] ?? '')
    const parts = star === undefined ? [value] : value.split('/')
    if (!parts.every(isSegment)) throw new Error(`The path ${path} needs a value for ${whole}.`)
    return parts.map(encodeURIComponent).join('/')
  })
}

/** Rejects empty and dot segments: browsers remove dot segments and would request another URL. */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..'
}

const parameter = /\{(\w+)(?::\w+)?(\*)?\}/g
