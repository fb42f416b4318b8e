import { Ambient } from '../../../base/support/ambient.ts'
import type { WantedVariants } from './make-variant.ts'

/** Has variants made, in the current transaction if there is one: by a job, which this wing does not know. */
export type QueueVariants = (wanted: WantedVariants) => Promise<void>

/** What has variants made in the running application. */
export const variantQueues = new Ambient<QueueVariants>()
