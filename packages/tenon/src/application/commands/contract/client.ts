import { exitCode, type Command } from '../../../base/console/command.ts'
import { writeClientTypes, writeRouteTable } from '../../contract/client/client-types.ts'
import { writeStandaloneClient } from '../../contract/client/standalone-client.ts'
import { findDocument } from '../../contract/documents.ts'
import type { CommandContext } from '../../runtime/command-context.ts'

export const client: Command<CommandContext> = {
  name: 'client',
  summary:
    'Print a module with the named routes and their types, all or those of a document, for a client elsewhere',
  words: '[document]',
  options: {
    types: { type: 'boolean', summary: 'Only the types, as a declaration file' },
    standalone: { type: 'boolean', summary: 'With the client itself, so that it needs no package' },
  },
  async run({ application }, { has, print, fail, words: [name] }) {
    const found = findDocument(application, name)
    if (typeof found === 'string') {
      fail(found)
      return exitCode.usage
    }
    const { text, problems } = writeClientTypes(found.routes, found.options)
    const table = writeRouteTable(found.routes)
    for (const problem of [...problems, ...table.problems]) fail(problem)
    if (has('types')) {
      print(text)
      return exitCode.ok
    }
    const client = has('standalone') ? writeStandaloneClient() : ''
    if (client === undefined) {
      fail(
        'A built application does not have the sources of the client. Run the command where "tenon" is installed.',
      )
      return exitCode.failed
    }
    print([text, table.text, client].join('\n\n').trim())
    return exitCode.ok
  },
}
