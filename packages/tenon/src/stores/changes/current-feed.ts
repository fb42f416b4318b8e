import { Ambient } from '../../base/support/ambient.ts'
import type { ChangeFeed } from './change-feed.ts'

/** The feed of the running application. */
export const feeds = new Ambient<ChangeFeed>()
