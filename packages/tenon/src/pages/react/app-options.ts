import { type ComponentType, type ReactNode, createElement, Fragment } from 'react'
import { toResolver, type PageModules } from './page-modules.ts'

/** Options for showing the application, in the browser and on the server. */
export interface AppOptions {
  /** The page components: `import.meta.glob('./pages/**\/*.tsx')`. */
  readonly pages: PageModules
  /** Builds the document's title from a page's title. */
  readonly title?: (title: string) => string
  /** Wraps the application, for example in a context provider. */
  readonly wrap?: (app: ReactNode) => ReactNode
  /** Whether React renders twice in development, to find side effects (strict mode). Default `true`. */
  readonly strict?: boolean
}

/** The same options in Inertia's terms. */
export function toInertiaOptions({ pages, title, wrap, strict = true }: AppOptions) {
  return {
    resolve: toResolver<ComponentType>(pages),
    strictMode: strict,
    ...(title === undefined ? {} : { title }),
    ...(wrap === undefined
      ? {}
      : { withApp: (app: ReactNode) => createElement(Fragment, null, wrap(app)) }),
  }
}
