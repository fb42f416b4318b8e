/*
 * The base path is the path of `APP_URL`. It precedes every path of an application that shares its host with others.
 * It is empty, or begins with a slash and ends without one.
 */

/** Whether a path, with or without a query, is the base path or below it. */
export function isBelow(base: string, path: string): boolean {
  return path.startsWith(base) && /^(?:[/?#]|$)/.test(path.slice(base.length))
}

/** Removes the base path from a path; one that is not below the base path stays as it is. */
export function toInnerPath(base: string, path: string): string {
  if (!isBelow(base, path)) return path
  const inner = path.slice(base.length)
  return inner.startsWith('/') ? inner : `/${inner}`
}

/** Puts the base path before a path that does not have it. */
export function toOuterPath(base: string, path: string): string {
  return isBelow(base, path) ? path : base + path
}
