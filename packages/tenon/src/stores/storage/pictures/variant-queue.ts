import { Ambient } from '../../../base/support/ambient.ts'
import type { WantedVariants } from './make-variant.ts'

/** Queues a job that makes variants, in the current transaction if there is one. This wing does not know jobs. */
export type QueueVariants = (wanted: WantedVariants) => Promise<void>

/** How the running application queues variants. */
export const variantQueues = new Ambient<QueueVariants>()
