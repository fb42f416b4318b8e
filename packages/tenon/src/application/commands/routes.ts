import { exitCode, type Command } from '../../console/command.ts'
import { toTable } from '../../console/table.ts'
import type { CommandContext } from '../command-context.ts'

export const listRoutes: Command<CommandContext> = {
  name: 'routes',
  summary: 'List the routes',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  run: async ({ application }, call) => {
    const routes = application.routes.routes.map(
      ({ method, pattern, name, middlewares, place }) => ({
        method,
        path: pattern.path,
        name: name ?? null,
        middleware: middlewares.map((middleware) => middleware.name || 'anonymous'),
        place: place.location,
      }),
    )
    if (call.has('json')) {
      call.print(JSON.stringify(routes, null, 2))
      return exitCode.ok
    }
    const rows = routes.map(({ method, path, name, middleware, place }) => [
      method,
      path,
      name ?? '',
      middleware.join(', '),
      place,
    ])
    call.print(toTable(['METHOD', 'PATH', 'NAME', 'MIDDLEWARE', 'DECLARED AT'], rows))
    return exitCode.ok
  },
}
