import type { RenderContext } from '../ssr/rendered-page.ts'

/**
 * What the client knows of the application's named routes: the server writes a path for a GET,
 * `POST /todos` for any other method.
 */
export type RouteTable = Readonly<Record<string, string>>

/** Gives the table where there is no document: the same one for every page of an application. */
export function supplyRoutes(routes: RouteTable): void {
  table = routes
}

/** The table that was given; `undefined` in a browser, where the document has it. */
export function getSuppliedRoutes(): RouteTable | undefined {
  return table
}

let table: RouteTable | undefined

/** Makes `route()` work in what `render` renders: it wraps the default export of `resources/ssr.*`. */
export function withRoutes(render: unknown): unknown {
  if (!isRender(render)) return render // who calls it says what is wrong
  return (page: unknown, context: RenderContext) => {
    supplyRoutes(context.routes)
    return render(page, context)
  }
}

function isRender(value: unknown): value is (page: unknown, context: RenderContext) => unknown {
  return typeof value === 'function'
}
