import { createInertiaApp, http, router } from '@inertiajs/react'
import { bootstrap } from '../client/bootstrap.ts'
import { toInertiaOptions, type AppOptions } from './app-options.ts'

/** What the client is started with. */
export interface StartOptions extends AppOptions {
  /** The bar at the top of slow visits; `false` shows none. Default: after 250 ms. */
  readonly progress?: ProgressOptions | false
}

export interface ProgressOptions {
  /** Milliseconds until it shows. Default 250. */
  readonly delay?: number
  readonly color?: string
  readonly showSpinner?: boolean
}

/** Shows the page that the document holds, and takes over its links and forms. */
export async function start(options: StartOptions): Promise<void> {
  const { progress } = options
  await createInertiaApp({
    ...bootstrap({ http, router }),
    ...toInertiaOptions(options),
    ...(progress === undefined ? {} : { progress }),
  })
}
