import { SetupError } from '../../base/support/setup-error.ts'
import { readsOf } from '../../data/models/watching/reads-of.ts'
import { noteReads } from '../../data/queries/reads/note-reads.ts'
import { joinReads, type ReadSet } from '../../data/queries/reads/read-set.ts'
import { feeds } from '../../stores/changes/current-feed.ts'
import type { LiveOptions, PropTraits } from './prop.ts'

/** What a live prop has read, and since when changes of it count. */
export interface LiveReads {
  /** The prop's path, such as `comments`. */
  readonly path: string
  readonly reads: ReadSet
  /** The position of the feed of changes before the prop was loaded; `undefined` if nothing feeds it. */
  readonly position: string | undefined
}

/** Runs what loads a live prop, and notes what it reads. */
export async function noteLive(
  { on = [] }: LiveOptions,
  askedAt: string | undefined,
  load: () => Promise<void>,
): Promise<Omit<LiveReads, 'path'>> {
  // Before the first read, which may be the handler's: what changes meanwhile may or may not be in the answer.
  const now = feeds.get()?.position
  const position = now === undefined ? undefined : (askedAt ?? now)
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
