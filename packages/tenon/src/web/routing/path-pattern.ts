/**
 * The grammar of declared paths: `/users/{user}/files/{rest*}`.
 *
 * A pattern is a list of segments. Each one is fixed text, a parameter (`{id}` or, equivalently,
 * `:id`), a parameter that names a column (`{post:slug}`), or, as the last one, a wildcard
 * (`{rest*}`) that takes one or more segments. The type-level twin is `types/path.ts`.
 */
import { SetupError } from '../../base/support/setup-error.ts'
import { unreachable } from '../../base/support/unreachable.ts'

export type Segment =
  | { readonly kind: 'fixed'; readonly text: string }
  | { readonly kind: 'parameter'; readonly name: string; readonly column: string | undefined }
  | { readonly kind: 'wildcard'; readonly name: string }

export interface PathPattern {
  /** The normalized pattern: braces, no trailing slash. */
  readonly path: string
  readonly segments: readonly Segment[]
  readonly parameterNames: readonly string[]
  /** Whether the path has one address for each language. */
  readonly isLocalized?: boolean
}

/** Parses a declared path; throws `SetupError` if it does not follow the grammar. */
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

/**
 * Throws `E_PATH` if a path or prefix does not start with a slash, before a group's prefix is
 * added.
 */
export function assertSlash(declared: string): void {
  if (declared.startsWith('/')) return
  throw new SetupError('E_PATH', `The path "${declared}" must start with "/".`)
}

/** Joins a group's prefix and a path: `/todos` and `/` make `/todos`. */
export function joinPaths(prefix: string, path: string): string {
  const joined = `${prefix}/${path}`.replaceAll(/\/{2,}/g, '/')
  return joined.length > 1 && joined.endsWith('/') ? joined.slice(0, -1) : joined
}

/** Paths that differ only in parameter names have the same shape and match the same requests. */
export function toShape({ segments }: PathPattern): string {
  return `/${segments.map(toShapeOf).join('/')}`
}

/** Fixed text has no braces, so it is different from every parameter. */
function toShapeOf(segment: Segment): string {
  switch (segment.kind) {
    case 'fixed':
      return segment.text
    case 'parameter':
      return '{}'
    case 'wildcard':
      return '{*}'
    default:
      return unreachable(segment)
  }
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
