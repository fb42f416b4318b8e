import { exitCode, type Command, type CommandCall } from '../../../base/console/command.ts'
import { toTable } from '../../../base/console/table.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'
import { toAnswerPlaces } from '../../contract/client/answer-places.ts'
import type { ApplicationOptions } from '../../runtime/application-options.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { toAuditTable, toRouteAudit } from './route-audit.ts'
import { findStatedExceptions } from './stated-exceptions.ts'

export const listRoutes: Command<CommandContext> = {
  name: 'routes',
  summary: 'List the routes',
  options: {
    name: { type: 'string', summary: 'Only those whose name contains this' },
    path: { type: 'string', summary: 'Only those whose path contains this' },
    method: { type: 'string', summary: 'Only those of this method' },
    audit: { type: 'boolean', summary: 'Who may use each route, and how often' },
    json: { type: 'boolean', summary: 'Print JSON' },
  },
  run: async ({ application }, call) => {
    const { routes } = application.routes
    const wanted = routes.filter((route) => isWanted(route, call))
    call.print(call.has('audit') ? audit(wanted, application, call) : list(wanted, call))
    return exitCode.ok
  },
}

function list(routes: readonly ListedRoute[], call: CommandCall): string {
  if (!call.has('json')) return toRouteTable(routes.map(toListing))
  return toJson(
    routes.map((route) => {
      const { places, problems } = toAnswerPlaces(route)
      for (const problem of problems) call.fail(problem)
      return { ...toListing(route), values: places }
    }),
  )
}

function audit(
  routes: readonly ListedRoute[],
  { root, middleware = [] }: Pick<ApplicationOptions, 'root' | 'middleware'>,
  call: CommandCall,
): string {
  const audits = routes.map((route) => toRouteAudit(route, middleware))
  if (call.has('json')) return toJson(audits)
  const exceptions = findStatedExceptions(root)
  return [toAuditTable(audits), ...exceptions].join('\n\n')
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

interface RouteListing {
  readonly method: string
  readonly path: string
  readonly name: string | null
  readonly middleware: readonly string[]
  readonly place: string
}

function toListing({ method, pattern, name, middlewares, place }: ListedRoute): RouteListing {
  return {
    method,
    path: pattern.path,
    name: name ?? null,
    middleware: middlewares.map((middleware) => middleware.name || 'anonymous'),
    place: place.location,
  }
}

function isWanted({ name, pattern, method }: ListedRoute, call: CommandCall): boolean {
  return (
    (name ?? '').includes(call.value('name') ?? '') &&
    pattern.path.includes(call.value('path') ?? '') &&
    method === (call.value('method')?.toUpperCase() ?? method)
  )
}

function toRouteTable(routes: readonly RouteListing[]): string {
  if (routes.length === 0) return 'No route matches.'
  const rows = routes.map(({ method, path, name, middleware, place }) => [
    method,
    path,
    name ?? '',
    middleware.join(', '),
    place,
  ])
  return toTable(['METHOD', 'PATH', 'NAME', 'MIDDLEWARE', 'DECLARED AT'], rows)
}
