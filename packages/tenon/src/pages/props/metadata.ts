/** The metadata of a page's props, in Inertia's format. Each field is present only if it has content. */
export interface PropMetadata {
  deferredProps?: Record<string, string[]>
  rescuedProps?: string[]
  mergeProps?: string[]
  prependProps?: string[]
  deepMergeProps?: string[]
  matchPropsOn?: string[]
  scrollProps?: Record<string, ScrollMark>
  onceProps?: Record<string, { prop: string; expiresAt: number | null }>
}

export interface ScrollMark {
  readonly pageName: string
  readonly previousPage: number | string | null
  readonly nextPage: number | string | null
  readonly currentPage: number | string
  readonly reset: boolean
}

/** One statement about one prop. */
export type Mark = (metadata: PropMetadata) => void

/**
 * Marks in the order of declaration. Marks that are found only after a promise has settled go into a
 * nested list, which reserves their position.
 */
export type Marks = (Mark | Marks)[]

/** Collects the marks into the metadata of a page object. */
export function toMetadata(marks: Marks): PropMetadata {
  const metadata: PropMetadata = {}
  apply(marks, metadata)
  return metadata
}

export function markDeferred(path: string, group: string): Mark {
  return (metadata) => {
    const groups = (metadata.deferredProps ??= {})
    ;(groups[group] ??= []).push(path)
  }
}

export function markRescued(path: string): Mark {
  return (metadata) => void (metadata.rescuedProps ??= []).push(path)
}

export function markMerge(
  path: string,
  kind: 'append' | 'prepend' | 'deep',
  matchOn: readonly string[],
): Mark {
  return (metadata) => {
    const list = mergeLists[kind]
    ;(metadata[list] ??= []).push(path)
    if (matchOn.length === 0) return
    ;(metadata.matchPropsOn ??= []).push(...matchOn.map((field) => `${path}.${field}`))
  }
}

export function markOnce(path: string, key: string, expiresAt: number | null): Mark {
  return (metadata) => {
    metadata.onceProps = { ...metadata.onceProps, [key]: { prop: path, expiresAt } }
  }
}

export function markScroll(path: string, mark: ScrollMark): Mark {
  return (metadata) => {
    metadata.scrollProps = { ...metadata.scrollProps, [path]: mark }
  }
}

const mergeLists = {
  append: 'mergeProps',
  prepend: 'prependProps',
  deep: 'deepMergeProps',
} as const

function apply(marks: Marks, metadata: PropMetadata): void {
  for (const mark of marks) {
    if (typeof mark === 'function') mark(metadata)
    else apply(mark, metadata)
  }
}
