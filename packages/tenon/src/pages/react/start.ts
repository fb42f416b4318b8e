import { createInertiaApp, http, router } from '@inertiajs/react'
import { languageSources } from '../../base/language/current-language.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import { bootstrap, type BootstrapOptions } from '../client/bootstrap.ts'
import { toInertiaOptions, type AppOptions } from './app-options.ts'

/** Options for starting the client. */
export interface StartOptions extends AppOptions, BootstrapOptions {
  /** The bar at the top during slow visits; `false` disables it. Default: after 250 ms. */
  readonly progress?: ProgressOptions | false
}

export interface ProgressOptions {
  /** How long until it appears. Default `250ms`. */
  readonly delay?: Duration
  readonly color?: string
  readonly showSpinner?: boolean
}

/** Shows the page that the document contains, and handles its links and forms. */
export async function start(options: StartOptions): Promise<void> {
  const { progress, onFailure } = options
  // React renders all components with their messages again after a change of language; typed input stays.
  languageSources.follow = () => {}
  await createInertiaApp({
    ...bootstrap({ http, router }, onFailure === undefined ? {} : { onFailure }),
    ...toInertiaOptions(options),
    ...(progress === undefined ? {} : { progress: toInertiaProgress(progress) }),
  })
}

/** The same options in Inertia's terms, with the delay in milliseconds. */
function toInertiaProgress(progress: ProgressOptions | false) {
  if (progress === false) return false
  const { delay = '250ms', ...look } = progress
  return { delay: toMs(delay, 'delay'), ...look }
}
