import { findNearest } from '../../base/console/nearest.ts'
import type { Program, ProgramRoute } from './program/program.ts'
import { anyValue, type Target } from './target.ts'

/** Finds what answers at a path. */
export class RoutePaths {
  readonly #program: Program

  constructor(program: Program) {
    this.#program = program
  }

  /** The routes that a target may lead to, of all methods. */
  find(target: Target): readonly ProgramRoute[] {
    const { routes } = this.#program
    if (target.kind === 'path') return routes.filter(({ path }) => mayMatch(target.path, path))
    const named = routes.filter(({ name }) => name === target.name)
    const paths = new Set(named.map(({ path }) => path))
    return routes.filter(({ path }) => paths.has(path))
  }

  /** Whether a file answers, or a path of Tenon's own. */
  isServed(target: Target): boolean {
    if (target.kind === 'route') return false
    const [fixed = ''] = target.path.split(anyValue)
    if (ownPath.test(target.path)) return true
    const { publicPaths } = this.#program
    return fixed === target.path
      ? publicPaths.has(fixed)
      : [...publicPaths].some((path) => path.startsWith(fixed))
  }

  /** A path like this one, for a message: ` Did you mean "/todos"?` */
  suggest(path: string): string {
    const fixed = this.#program.routes.map((route) => route.path)
    const nearest = findNearest(path.replaceAll(anyValue, '{}'), fixed)
    return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  }
}

/** What answers without being declared as a route: probes, pictures of the build, the document, the tools. */
const ownPath = /^\/(?:_app\/|assets\/|openapi\.json$|mcp$)/

/** A path with values in it may match more than one pattern, and each value more than one segment. */
function mayMatch(path: string, pattern: string): boolean {
  return matchSegments(toSegments(path), toSegments(pattern))
}

function matchSegments(path: readonly string[], pattern: readonly string[]): boolean {
  const [segment, ...rest] = path
  const [expected, ...after] = pattern
  if (segment === undefined || expected === undefined) return segment === expected
  if (expected.endsWith('*}')) return true
  if (segment.includes(anyValue)) {
    return pattern.some((_each, i) => matchSegments(rest, pattern.slice(i + 1)))
  }
  return (expected.startsWith('{') || expected === segment) && matchSegments(rest, after)
}

function toSegments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}
