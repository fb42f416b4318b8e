/** The maximum depth of a path. Deeper paths are ignored, because no page's props are nested this deep. */
const depthLimit = 32

/**
 * The dotted paths of the props that a client has named.
 *
 * A lookup checks only the few paths that contain the given one, not all named paths: a request may name
 * thousands, and every part of every prop is looked up.
 */
export class NamedPaths {
  readonly #named = new Set<string>()
  /** The paths that contain a named path. */
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

  /** Whether the path, or a path that contains it, is named. */
  cover(path: string): boolean {
    return this.#named.has(path) || outerPaths(path).some((outer) => this.#named.has(outer))
  }

  /** Whether a path within this one is named. */
  reachInto(path: string): boolean {
    return this.#outer.has(path)
  }
}

export function toNames(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The paths that contain a path: `a.b` and `a` for `a.b.c`. */
function outerPaths(path: string): string[] {
  const paths: string[] = []
  for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1)) {
    paths.push(path.slice(0, end))
  }
  return paths
}
