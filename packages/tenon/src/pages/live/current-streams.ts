import { Ambient } from '../../base/support/ambient.ts'
import type { LiveStreams } from './live-streams.ts'

/** The open streams of the running application. */
export const liveStreams = new Ambient<LiveStreams>()
