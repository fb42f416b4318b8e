/** What a client asked for: a whole page, or some props of the one it shows. */
export interface Selection {
  readonly isPartial: boolean
  readonly only: readonly string[]
  readonly except: readonly string[]
  /** Merged props that start anew. */
  readonly reset: readonly string[]
  /** Keys of once-props that the client still has. */
  readonly exceptOnce: readonly string[]
  readonly scrollIntent: 'append' | 'prepend'
}

/** How much of a prop is wanted: `some` means that its parts have to be asked. */
export type Share = 'all' | 'some' | 'none'

export const wholePage: Selection = {
  isPartial: false,
  only: [],
  except: [],
  reset: [],
  exceptOnce: [],
  scrollIntent: 'append',
}

/** Reads the selection from the headers of a page request for `component`. */
export function readSelection(request: HeaderReader, component: string): Selection {
  const once = request.header('x-inertia-except-once-props')
  const isPartial = request.header('x-inertia-partial-component') === component
  if (!isPartial) {
    return once === undefined ? wholePage : { ...wholePage, exceptOnce: toList(once) }
  }

  const intent = request.header('x-inertia-infinite-scroll-merge-intent')
  return {
    isPartial,
    only: toList(request.header('x-inertia-partial-data')),
    except: toList(request.header('x-inertia-partial-except')),
    reset: toList(request.header('x-inertia-reset')),
    exceptOnce: toList(once),
    scrollIntent: intent === 'prepend' ? 'prepend' : 'append',
  }
}

interface HeaderReader {
  header(name: string): string | undefined
}

/** Tells how much of the prop at `path` is selected; dotted paths select both ways. */
export function toShare(selection: Selection, path: string): Share {
  if (!selection.isPartial) return 'all'
  if (selection.except.some((entry) => isWithin(path, entry))) return 'none'

  const share = toWantedShare(selection.only, path)
  const isCut = selection.except.some((entry) => isWithin(entry, path))
  return share === 'all' && isCut ? 'some' : share
}

/** Whether the client named the prop, or something around or inside it. */
export function isNamed(selection: Selection, path: string): boolean {
  return selection.only.length > 0 && toShare(selection, path) !== 'none'
}

function toWantedShare(only: readonly string[], path: string): Share {
  if (only.length === 0) return 'all'
  if (only.some((entry) => isWithin(path, entry))) return 'all'
  return only.some((entry) => isWithin(entry, path)) ? 'some' : 'none'
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`)
}

function toList(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  return header
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
