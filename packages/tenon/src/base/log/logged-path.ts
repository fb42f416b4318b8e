/**
 * A path as logs have it. Of a path of Tenon's own, such as `/_app/storage/…`, only the first two parts are left: what
 * follows may be a token, with which anyone who reads the log could open a file or unsubscribe somebody.
 */
export function toLoggedPath(path: string): string {
  return path.replace(ownPath, '$1...')
}

/** Not at the start only: the path of `APP_URL` may come before it. */
const ownPath = /(\/_app\/[^/]+\/).+/s
