import { findNearest } from '../../base/console/nearest.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { RouteList } from '../../web/routing/route-list.ts'
import type { RouteEntry } from '../../web/routing/types/entry.ts'
import {
  toDocumentOptions,
  type DocumentedApplication,
  type DocumentOptions,
  type PartOptions,
} from './openapi/document.ts'

/** An application, with the routes that its documents describe. */
export interface RoutedApplication extends DocumentedApplication {
  readonly routes: RouteList<RouteEntry>
}

/** A document of an application: its routes, and what it says besides them. */
export interface ApplicationDocument {
  readonly routes: RouteList<RouteEntry>
  readonly options: DocumentOptions
}

/**
 * Finds the document with this name; without a name, that of all routes. Returns a sentence for the command line if
 * there is no such document.
 */
export function findDocument(
  application: RoutedApplication,
  name: string | undefined,
): ApplicationDocument | string {
  if (name === undefined) return wholeDocument(application)
  const parts = application.openapi?.documents ?? {}
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined
  if (part !== undefined) return partOf(application, part)
  const names = Object.keys(parts)
  if (names.length === 0) {
    return 'The application has one document only. Add others: application({ openapi: { documents } }).'
  }
  const nearest = findNearest(name, names)
  const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return `There is no document "${name}". There are: ${names.join(', ')}.${meant}`
}

/** The documents of an application: that of all routes, and those of `openapi: { documents }`. Throws `E_OPENAPI`. */
export function toDocuments(application: RoutedApplication): readonly ApplicationDocument[] {
  const parts = Object.entries(application.openapi?.documents ?? {})
  return [
    wholeDocument(application),
    ...parts.map(([name, part]) => {
      const document = partOf(application, part)
      if (document.routes.routes.length === 0) throw withoutRoutes(name, part)
      return document
    }),
  ]
}

function wholeDocument(application: RoutedApplication): ApplicationDocument {
  return { routes: application.routes, options: toDocumentOptions(application) }
}

function partOf(application: RoutedApplication, part: PartOptions): ApplicationDocument {
  const { prefix, ...own } = part
  const segments = prefix.split('/').filter((segment) => segment !== '')
  const above = segments.map((segment) => `/${segment}`).join('')
  const { routes } = application
  const listed = routes.routes.filter(
    ({ pattern: { path } }) => path === above || path.startsWith(`${above}/`),
  )
  const path = `/${[...segments, 'openapi.json'].join('/')}` as const
  const options = { ...toDocumentOptions(application), path, ...own }
  return { routes: { ...routes, routes: listed }, options }
}

function withoutRoutes(name: string, { prefix }: PartOptions): SetupError {
  return new SetupError(
    'E_OPENAPI',
    `openapi: { documents: { ${name} } } has no routes: no path begins with "${prefix}". ` +
      'Pass the whole path of the group, such as "/api/v1".',
  )
}
