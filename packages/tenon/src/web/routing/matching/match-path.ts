/**
 * Decodes a path for matching. Each segment is decoded once, and decoded characters stay
 * distinguishable from literal ones. A `/` sent as `%2F` does not end its segment, and a `%` sent
 * as `%25` does not start an escape: each is represented by a lone surrogate, which decoded text
 * never contains.
 */
export const encodedSlash = '\udc2f'
const encodedPercent = '\udc25'

/** Decodes the path; returns `undefined` for a malformed escape or a NUL, which is not allowed. */
export function parseMatchPath(path: string): string | undefined {
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment))
    if (segments.some((segment) => segment.includes('\0'))) return undefined
    return segments.map(mark).join('/')
  } catch {
    // Only decodeURIComponent throws here: an escape is malformed or not valid UTF-8.
    return undefined
  }
}

/** Replaces each segment that cannot be decoded by `-`. */
export function toDecodable(path: string): string {
  const segments = path.split('/')
  return segments.map((each) => (parseMatchPath(each) === undefined ? '-' : each)).join('/')
}

/** Converts a part of a decoded path back to plain text. */
export function unmark(part: string): string {
  return part.replaceAll(encodedSlash, '/').replaceAll(encodedPercent, '%')
}

function mark(segment: string): string {
  return segment.replaceAll('/', encodedSlash).replaceAll('%', encodedPercent)
}
