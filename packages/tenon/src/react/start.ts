import { createInertiaApp } from '@inertiajs/react'
import { createElement, Fragment, type ComponentType, type ReactNode } from 'react'
import { bootstrap } from './bootstrap.ts'
import './inertia-config.ts'
import { toResolver, type PageModules } from './page-modules.ts'

/** What the client is started with. */
export interface StartOptions {
  /** The page components: `import.meta.glob('./pages/**\/*.tsx')`. */
  readonly pages: PageModules
  /** Makes the document's title of a page's own. */
  readonly title?: (title: string) => string
  /** The bar at the top of slow visits; `false` shows none. Default: after 250 ms. */
  readonly progress?: ProgressOptions | false
  /** Wraps the application, as in a context provider. */
  readonly wrap?: (app: ReactNode) => ReactNode
  /** Whether React checks twice for side effects while developing. Default `true`. */
  readonly isStrict?: boolean
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
  const { title, wrap, isStrict = true, progress } = options
  await createInertiaApp({
    resolve: toResolver<ComponentType>(options.pages),
    strictMode: isStrict,
    ...(title === undefined ? {} : { title }),
    ...(progress === undefined ? {} : { progress }),
    ...(wrap === undefined
      ? {}
      : { withApp: (app: ReactNode) => createElement(Fragment, null, wrap(app)) }),
    ...toNonce(),
  })
}

/** The nonce that this document's policy allows styles by. */
function toNonce(): { nonce: string } | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  return nonce === undefined || nonce === '' ? undefined : { nonce }
}
