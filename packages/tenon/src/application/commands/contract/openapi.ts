import { readFile } from 'node:fs/promises'
import { exitCode, type Command } from '../../../base/console/command.ts'
import { ifThere } from '../../../base/support/files/if-there.ts'
import { toProgramName } from '../../config/program-name.ts'
import { writeOpenApi } from '../../contract/openapi/document.ts'
import { findDocument } from '../../contract/documents.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { findDifference } from './find-difference.ts'

export const openapi: Command<CommandContext> = {
  name: 'openapi',
  summary: 'Print the OpenAPI document, or the one with this name',
  words: '[document]',
  options: { check: { type: 'string', summary: 'Fail when this file differs instead' } },
  async run({ application, fail }, { value, print, words: [name] }) {
    if (application.openapi === undefined) {
      fail('The application has no interface: application({ openapi: { title, version } }).')
      return exitCode.failed
    }
    const found = findDocument(application, name)
    if (typeof found === 'string') {
      fail(found)
      return exitCode.usage
    }
    const { document, problems } = writeOpenApi(found.routes, found.options)
    for (const problem of problems) fail(problem)
    const text = JSON.stringify(document, null, 2)
    const file = value('check')
    if (file === undefined) {
      print(text)
      return exitCode.ok
    }
    const kept = await ifThere(readFile(file, 'utf8'))
    const difference = kept === undefined ? undefined : findDifference(kept, JSON.parse(text))
    if (kept !== undefined && difference === undefined) return exitCode.ok
    const write = `${toProgramName()} openapi ${name === undefined ? '' : `${name} `}> ${file}`
    fail(
      kept === undefined
        ? `"${file}" does not exist. Write it: ${write}`
        : `"${file}" differs from the routes: ${difference}. Write it again: ${write}`,
    )
    return exitCode.failed
  },
}
