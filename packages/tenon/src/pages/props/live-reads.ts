import { SetupError } from '../../base/support/setup-error.ts'
import { readsOf } from '../../data/models/watching/reads-of.ts'
import { noteReads } from '../../data/queries/reads/note-reads.ts'
import { joinReads, type ReadSet } from '../../data/queries/reads/read-set.ts'
import { feeds } from '../../stores/changes/current-feed.ts'
import type { LiveOptions, PropTraits } from './prop.ts'

/** The data that a live prop has read, and the position after which changes of the data count. */
export interface LiveReads {
  /** The prop's path, such as `comments`. */
  readonly path: string
  readonly reads: ReadSet
  /** The position of the feed of changes before the prop was loaded; `undefined` without a feed. */
  readonly position: string | undefined
}

/** Loads a live prop, and records the data that it reads. */
export async function noteLive(
  { on = [] }: LiveOptions,
  askedAt: number,
  load: () => Promise<void>,
): Promise<Omit<LiveReads, 'path'>> {
  // Take the position before the first read, because the answer may miss later changes. The handler may have read the
  // models in `on` before, so use the position at the time of the request for them.
  const feed = feeds.get()
  const position = on.length === 0 ? feed?.position : feed?.positionAt(askedAt)
  const { reads } = await noteReads(load)
  return { reads: on.length === 0 ? reads : joinReads([reads, readsOf(on)]), position }
}

/** Throws `E_LIVE_KIND` for a prop that a client does not replace as a whole. */
export function assertLiveKind({ merge, once, isScroll }: PropTraits, path: string): void {
  if (merge === undefined && once === undefined && !isScroll) return
  const kind = isScroll ? 'scroll()' : once === undefined ? 'merge()' : 'once()'
  throw new SetupError(
    'E_LIVE_KIND',
    `The prop "${path}" is ${kind} and live(). A live prop is replaced as a whole when it changes: ` +
      `remove ${kind} or live().`,
  )
}
