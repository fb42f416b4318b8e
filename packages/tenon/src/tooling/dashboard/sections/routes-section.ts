import { toOwnUrl } from '../../../web/routing/url.ts'
import type { ApplicationOptions } from '../../../application/runtime/application-options.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'
import { markup, type Markup } from '../markup.ts'
import { dashboardPath, type Section } from '../section.ts'
import { toTable } from '../tables.ts'

/** Shows the routes, with a filter. */
export function routesSection(findApplication: () => ApplicationOptions | undefined): Section {
  return {
    name: 'routes',
    title: 'Routes',
    render(query) {
      const all = findApplication()?.routes.routes ?? []
      const wanted = query.get('filter') ?? ''
      const shown = all.filter((route) => toSearchText(route).includes(wanted.toLowerCase()))
      return markup`<h1>Routes</h1>
<form role="search" action="${toOwnUrl(dashboardPath)}/routes">
<label for="filter">Filter</label>
<input id="filter" type="search" name="filter" value="${wanted}" placeholder="Method, path, name, middleware or file" data-filter autocomplete="off">
<output for="filter" aria-live="polite">${shown.length} of ${all.length}</output>
</form>
${toRouteTable(shown)}`
    },
  }
}

function toSearchText({ method, pattern, name = '', middlewares, place }: ListedRoute): string {
  const around = middlewares.map((middleware) => middleware.name)
  return [method, pattern.path, name, ...around, place.location].join(' ').toLowerCase()
}

function toRouteTable(routes: readonly ListedRoute[]): Markup {
  return toTable(routes, {
    label: 'Routes',
    empty: 'No route matches.',
    columns: [
      { title: 'Method', cell: ({ method }) => markup`<b>${method}</b>` },
      { title: 'Path', cell: toPath },
      { title: 'Name', cell: ({ name }) => name },
      {
        title: 'Middleware',
        cell: ({ middlewares }) => middlewares.map(({ name }) => name || 'anonymous').join(', '),
      },
      { title: 'Declared at', cell: ({ place }) => markup`<code>${place.location}</code>` },
    ],
  })
}

/** A path, as a link if it can be opened as it is. */
function toPath({ method, pattern: { path, parameterNames } }: ListedRoute): Markup {
  const isOpenable = method === 'GET' && parameterNames.length === 0
  return isOpenable
    ? markup`<a href="${toOwnUrl(path)}"><code>${path}</code></a>`
    : markup`<code>${path}</code>`
}
