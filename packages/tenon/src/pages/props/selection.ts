import { NamedPaths, toNames } from './named-paths.ts'

/** The part of a page that a client asked for: the whole page, or some props of the page that it shows. */
export interface Selection {
  readonly isPartial: boolean
  /** The requested props. Empty means all. */
  readonly only: NamedPaths
  readonly except: NamedPaths
  /** Merged props that the client replaces instead of merging. */
  readonly reset: ReadonlySet<string>
  /** Keys of once-props that the client still has. */
  readonly exceptOnce: ReadonlySet<string>
  readonly scrollIntent: 'append' | 'prepend'
}

/** How much of a prop is requested. `some` means that each part has to be checked. */
export type Share = 'all' | 'some' | 'none'

export const wholePage: Selection = {
  isPartial: false,
  only: new NamedPaths(),
  except: new NamedPaths(),
  reset: new Set(),
  exceptOnce: new Set(),
  scrollIntent: 'append',
}

/** Reads the selection from the headers of a page request for `component`. */
export function readSelection(request: HeaderReader, component: string): Selection {
  const once = request.header('x-inertia-except-once-props')
  const isPartial = request.header('x-inertia-partial-component') === component
  if (!isPartial) {
    return once === undefined ? wholePage : { ...wholePage, exceptOnce: new Set(toNames(once)) }
  }

  const intent = request.header('x-inertia-infinite-scroll-merge-intent')
  return {
    isPartial,
    only: new NamedPaths(toNames(request.header('x-inertia-partial-data'))),
    except: new NamedPaths(toNames(request.header('x-inertia-partial-except'))),
    reset: new Set(toNames(request.header('x-inertia-reset'))),
    exceptOnce: new Set(toNames(once)),
    scrollIntent: intent === 'prepend' ? 'prepend' : 'append',
  }
}

interface HeaderReader {
  header(name: string): string | undefined
}

/** How much of the prop at `path` is selected. A named path selects its parts, and some of what contains it. */
export function toShare({ isPartial, only, except }: Selection, path: string): Share {
  if (!isPartial) return 'all'
  if (except.cover(path)) return 'none'
  if (only.isEmpty || only.cover(path)) return except.reachInto(path) ? 'some' : 'all'
  return only.reachInto(path) ? 'some' : 'none'
}

/** Whether the client named the prop, a part of it, or something that contains it. */
export function isNamed(selection: Selection, path: string): boolean {
  return !selection.only.isEmpty && toShare(selection, path) !== 'none'
}
