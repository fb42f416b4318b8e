import { exitCode, type Command } from '../../../base/console/command.ts'
import { writeClientTypes, writeRouteTable } from '../../contract/client/client-types.ts'
import { toDocumentOptions } from '../../contract/openapi/document.ts'
import type { CommandContext } from '../../runtime/command-context.ts'

export const client: Command<CommandContext> = {
  name: 'client',
  summary: 'Print a module with the named routes and their types, for a client elsewhere',
  options: { types: { type: 'boolean', summary: 'Only the types, as a declaration file' } },
  async run({ application }, { has, print, fail }) {
    const { routes } = application
    const { text, problems } = writeClientTypes(routes, toDocumentOptions(application))
    const table = writeRouteTable(routes)
    for (const problem of [...problems, ...table.problems]) fail(problem)
    print(has('types') ? text : `${text}\n\n${table.text}`)
    return exitCode.ok
  },
}
