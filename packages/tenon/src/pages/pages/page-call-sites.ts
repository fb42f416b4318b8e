/**
 * Where the application has called `page()`. A name that no page has is noticed when the page is
 * rendered, and by then the handler has left the stack. Taking one costs microseconds for every page,
 * so only development follows them.
 */
class PageCallSites {
  /** Whether places are wanted: a field, because every page looks. */
  isFollowed = false

  follow(): void {
    this.isFollowed = true
  }

  /** The stack below the current call of `above`. */
  take(above: (...values: never[]) => unknown): PageCallSite {
    const place = {}
    Error.captureStackTrace(place, above)
    return place
  }
}

/** Holds a stack, which is only written out when it is read. */
export interface PageCallSite {
  readonly stack?: string
}

/** Gives an error the stack of a place instead of its own. */
export function moveTo(place: PageCallSite | undefined, error: Error): Error {
  const frames = place?.stack?.match(/^\s+at .*$/gm)
  if (frames) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}

export const pageCallSites = new PageCallSites()
