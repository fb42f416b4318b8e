import type { ComponentType, ReactNode } from 'react'
import { createElement, Fragment } from 'react'
import { toResolver, type PageModules } from './page-modules.ts'

/** What the application is shown with, in the browser and on the server. */
export interface AppOptions {
  /** The page components: `import.meta.glob('./pages/**\/*.tsx')`. */
  readonly pages: PageModules
  /** Makes the document's title of a page's own. */
  readonly title?: (title: string) => string
  /** Wraps the application, as in a context provider. */
  readonly wrap?: (app: ReactNode) => ReactNode
  /** Whether React checks twice for side effects while developing. Default `true`. */
  readonly isStrict?: boolean
}

/** The same in the words of the page client. */
export function toInertiaOptions({ pages, title, wrap, isStrict = true }: AppOptions) {
  return {
    resolve: toResolver<ComponentType>(pages),
    strictMode: isStrict,
    ...(title === undefined ? {} : { title }),
    ...(wrap === undefined
      ? {}
      : { withApp: (app: ReactNode) => createElement(Fragment, null, wrap(app)) }),
  }
}
