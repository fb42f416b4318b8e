/** Paths of more parts are not looked at: no page's props are nested so deep. */
const depthLimit = 32

/**
 * The dotted paths of props that a client has named.
 *
 * Asked about a path by the paths around it, of which there are few: a request may name thousands,
 * and every part of every prop is asked about.
 */
export class NamedPaths {
  readonly #named = new Set<string>()
  /** What lies around the named ones. */
  readonly #outer = new Set<string>()

  constructor(paths: readonly string[] = []) {
    for (const path of paths) {
      if (path.split('.', depthLimit + 1).length > depthLimit) continue
      this.#named.add(path)
      for (const outer of outerPaths(path)) this.#outer.add(outer)
    }
  }

  get isEmpty(): boolean {
    return this.#named.size === 0
  }

  /** Whether the path is named, or one around it. */
  cover(path: string): boolean {
    return this.#named.has(path) || outerPaths(path).some((outer) => this.#named.has(outer))
  }

  /** Whether something within the path is named. */
  reachInto(path: string): boolean {
    return this.#outer.has(path)
  }
}

/** The names that a header lists. */
export function toNames(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** `a.b.c` lies within `a.b` and `a`. */
function outerPaths(path: string): string[] {
  const paths: string[] = []
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    paths.push(path.slice(0, end))
  }
  return paths
}
