/**
 * How a path is decoded to be matched: each segment once, and what an escape stood for is kept apart
 * from what stands for itself. A `/` that came as `%2F` does not end its segment, a `%` that came as
 * `%25` begins no escape: both are held by a lone surrogate, which no decoded text contains.
 */
export const encodedSlash = '\udc2f'
const encodedPercent = '\udc25'

/** The decoded path, or `undefined` for a malformed escape or a NUL, which no path may hold. */
export function parseMatchPath(path: string): string | undefined {
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment))
    if (segments.some((segment) => segment.includes('\0'))) return undefined
    return segments.map(mark).join('/')
  } catch {
    // Only decodeURIComponent throws here: an escape is malformed, or is no UTF-8.
    return undefined
  }
}

/** The text of a part of a decoded path. */
export function unmark(part: string): string {
  return part.replaceAll(encodedSlash, '/').replaceAll(encodedPercent, '%')
}

function mark(segment: string): string {
  return segment.replaceAll('/', encodedSlash).replaceAll('%', encodedPercent)
}
