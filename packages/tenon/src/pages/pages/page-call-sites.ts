/**
 * The places where the application has called `page()`. An unknown name is detected only when the page is
 * rendered, and by then the handler has left the stack. Capturing a stack trace takes microseconds for every
 * page, so only development does it.
 */
class PageCallSites {
  /** Whether places are captured. It is a field, because every page reads it. */
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

/** A captured stack trace. It is formatted only when it is read. */
export interface PageCallSite {
  readonly stack?: string
}

/** Gives an error the stack trace of a place instead of its own. */
export function moveTo(place: PageCallSite | undefined, error: Error): Error {
  const frames = place?.stack?.match(/^\s+at .*$/gm)
  if (frames) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}

export const pageCallSites = new PageCallSites()
