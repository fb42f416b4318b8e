/**
 * Where the application has called `page()`. A name that no page has is noticed when the page is
 * rendered, and by then the handler has left the stack. Taking one costs microseconds for every page,
 * so only development follows them.
 */
export class PagePlaces {
  #isFollowed = false

  follow(): void {
    this.#isFollowed = true
  }

  /** The stack below the current call of `above`; `undefined` unless places are followed. */
  take(above: (...values: never[]) => unknown): PagePlace | undefined {
    if (!this.#isFollowed) return undefined
    const place = {}
    Error.captureStackTrace(place, above)
    return place
  }
}

/** Holds a stack, which is only written out when it is read. */
export interface PagePlace {
  readonly stack?: string
}

/** Gives an error the stack of a place instead of its own. */
export function moveTo(place: PagePlace | undefined, error: Error): Error {
  const frames = place?.stack?.match(/^\s+at .*$/gm)
  if (frames) error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}

export const pagePlaces = new PagePlaces()
