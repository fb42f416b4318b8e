import { findNearest } from '../../base/console/nearest.ts'
import type { Program, ProgramRoute } from './program/program.ts'
import { anyValue, type Target } from './target.ts'

/** Finds the routes or files that answer at a path. */
export class RoutePaths {
  readonly #program: Program

  constructor(program: Program) {
    this.#program = program
  }

  /** The routes to which a target may lead, of all methods. */
  find(target: Target): readonly ProgramRoute[] {
    const { routes } = this.#program
    if (target.kind === 'path')
      return routes.filter(({ paths }) => paths.some((path) => mayMatch(target.path, path)))
    const named = routes.filter(({ name }) => name === target.name)
    const found = new Set(named.map(({ path }) => path))
    return routes.filter(({ path }) => found.has(path))
  }

  /**
   * The routes that a target is meant for. A value in a path stands for a parameter: `/loans/${id}` does not mean
   * `/loans/overdue`, unless no route has a parameter there.
   */
  findMeant(target: Target): readonly ProgramRoute[] {
    const found = this.find(target)
    if (target.kind === 'route' || !target.path.includes(anyValue)) return found
    const parts = toSegments(target.path)
    const meant = found.filter(({ paths }) => paths.some((path) => fills(parts, toSegments(path))))
    return meant.length === 0 ? found : meant
  }

  /** Whether a file, or a path of Tenon's own, answers. */
  isServed(target: Target): boolean {
    if (target.kind === 'route') return false
    const [fixed = ''] = target.path.split(anyValue)
    const { publicPaths, documentPaths } = this.#program
    if (ownPath.test(target.path) || documentPaths.has(target.path)) return true
    return fixed === target.path
      ? publicPaths.has(fixed)
      : [...publicPaths].some((path) => path.startsWith(fixed))
  }

  /** A similar path, for a message: ` Did you mean "/todos"?` */
  suggest(path: string): string {
    const fixed = this.#program.routes.flatMap(({ paths }) => paths)
    const nearest = findNearest(path.replaceAll(anyValue, '{}'), fixed)
    return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  }
}

/** Paths that answer without a route: Tenon's own, files of the build, the tools. */
const ownPath = /^\/(?:_app\/|assets\/|mcp$)/

/** Whether a path may match a pattern. A path with values may match several, and a value may fill several segments. */
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

/** Whether each value of a path stands where a pattern has a parameter. */
function fills(path: readonly string[], pattern: readonly string[]): boolean {
  return pattern.every((expected, i) => {
    const segment = path[i]
    return segment?.includes(anyValue) === true ? expected.startsWith('{') : true
  })
}

function toSegments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '')
}
