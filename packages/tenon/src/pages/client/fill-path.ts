import type { RouteValue } from '../../web/routing/types/url.ts'

/** The values of a path's parameters. */
export type Values = Readonly<Record<string, RouteValue | undefined>>

/**
 * Replaces `{name}`, `{name:column}` and `{name*}` in a path. A localized path, `/{@en}/todos`, becomes that of the
 * default language.
 */
export function fill(path: string, parameters: Values): string {
  const plain = path.replace(/\/{@.+?}/, '')
  return plain.replaceAll(parameter, (whole, name: string, star: string | undefined) => {
    const value = String(parameters[name] ?? '')
    const parts = star === undefined ? [value] : value.split('/')
    if (!parts.every(isSegment)) throw new Error(`The path ${path} needs a value for ${whole}.`)
    return parts.map(encodeURIComponent).join('/')
  })
}

/** Rejects dot segments, because browsers fold them away and would request another URL. */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..'
}

const parameter = /\{(\w+)(?::\w+)?(\*)?\}/g
