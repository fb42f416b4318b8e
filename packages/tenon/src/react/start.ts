import { createInertiaApp } from '@inertiajs/react'
import { toInertiaOptions, type AppOptions } from './app-options.ts'
import { bootstrap } from './bootstrap.ts'
import './inertia-config.ts'

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
  bootstrap()
  const { progress } = options
  await createInertiaApp({
    ...toInertiaOptions(options),
    ...(progress === undefined ? {} : { progress }),
    ...toNonce(),
  })
}

/** The nonce that this document's policy allows styles by. */
function toNonce(): { nonce: string } | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  return nonce === undefined || nonce === '' ? undefined : { nonce }
}
