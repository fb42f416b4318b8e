/**
 * Returns a path as it is logged. A path of Tenon, such as `/_app/storage/…`, is cut off after its second part: the
 * rest may be a token, with which anyone who reads the log could open a file or unsubscribe somebody.
 */
export function toLoggedPath(path: string): string {
  return path.replace(ownPath, '$1...')
}

/** Not anchored at the start: the path of `APP_URL` may come first. */
const ownPath = /(\/_app\/[^/]+\/).+/s
