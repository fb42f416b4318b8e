/**
 * The grammar of declared paths: `/users/{user}/files/{rest*}`.
 *
 * A pattern is a list of segments; each is fixed text, a parameter (`{id}`, or `:id`, which is the
 * same), a parameter that names a column (`{post:slug}`), or, last, a wildcard (`{rest*}`) that takes
 * one segment or more. The type-level twin is `types/path.ts`.
 */
import { SetupError } from '../support/setup-error.ts'

export type Segment =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly column: string | undefined }
  | { readonly kind: 'wildcard'; readonly name: string }

export interface PathPattern {
  /** The pattern in its one notation: braces, no slash at the end. */
  readonly path: string
  readonly segments: readonly Segment[]
  readonly parameterNames: readonly string[]
}

/** Reads a declared path; throws `SetupError` for one that is outside the grammar. */
export function toPathPattern(declared: string): PathPattern {
  const segments = declared
    .split('/')
    .filter(isPresent)
    .map((text) => toSegment(text, declared))
  const names = segments.filter((segment) => segment.kind !== 'fixed').map(({ name }) => name)
  assertWildcardLast(segments, declared)
  assertNamesOnce(names, declared)
  return { path: toPath(segments), segments, parameterNames: names }
}

/** Throws `E_PATH` for a path or prefix as it was declared, before a group's is put in front. */
export function assertSlash(declared: string): void {
  if (declared.startsWith('/')) return
  throw new SetupError('E_PATH', `The path "${declared}" must start with "/".`)
}

/** Puts a group's prefix before a path: `/todos` and `/` are `/todos`. */
export function joinPaths(prefix: string, path: string): string {
  const joined = `${prefix}/${path}`.replaceAll(/\/{2,}/g, '/')
  return joined.length > 1 && joined.endsWith('/') ? joined.slice(0, -1) : joined
}

const parameter = /^(?:\{([A-Za-z_]\w*)(?::([A-Za-z_]\w*))?(\*)?\}|:([A-Za-z_]\w*))$/
const fixed = /^[^{}:*?#\\%\s\p{Cc}][^{}*?#\\%\s\p{Cc}]*$/u

function toSegment(text: string, declared: string): Segment {
  const match = parameter.exec(text)
  if (match !== null) {
    const [, braced, column, star, colon] = match
    const name = braced ?? colon ?? ''
    if (star === undefined) return { kind: 'parameter', name, column }
    if (column === undefined) return { kind: 'wildcard', name }
  }
  if (!fixed.test(text) || text === '.' || text === '..') {
    throw new SetupError(
      'E_PATH',
      `The segment "${text}" of the path "${declared}" is neither fixed text nor a whole parameter. ` +
        'Write "{name}", "{name:column}", or "{name*}" as the last segment.',
    )
  }
  return { kind: 'fixed', text }
}

function assertWildcardLast(segments: readonly Segment[], declared: string): void {
  const index = segments.findIndex((segment) => segment.kind === 'wildcard')
  if (index !== -1 && index !== segments.length - 1) {
    throw new SetupError(
      'E_PATH',
      `The wildcard of the path "${declared}" must be its last segment.`,
    )
  }
}

function assertNamesOnce(names: readonly string[], declared: string): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) {
    throw new SetupError(
      'E_PATH_PARAMETER_TWICE',
      `The path "${declared}" uses the parameter {${twice}} twice. Give each parameter its own name.`,
    )
  }
}

function toPath(segments: readonly Segment[]): string {
  return `/${segments.map(toText).join('/')}`
}

function toText(segment: Segment): string {
  if (segment.kind === 'fixed') return segment.text
  if (segment.kind === 'wildcard') return `{${segment.name}*}`
  return segment.column === undefined ? `{${segment.name}}` : `{${segment.name}:${segment.column}}`
}

function isPresent(text: string): boolean {
  return text !== ''
}
