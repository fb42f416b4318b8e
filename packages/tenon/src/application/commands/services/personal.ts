import { open, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { exitCode, type Command, type CommandCall } from '../../../base/console/command.ts'
import { toTable } from '../../../base/console/table.ts'
import { HttpError, ValidationFailed } from '../../../base/support/http-error.ts'
import { ForeignKeyViolation } from '../../../data/database/database-error.ts'
import type { AnyRecord } from '../../../data/records/entity.ts'
import { assertModels } from '../../../data/relations/assertions/assert-models.ts'
import { erasePersonal, type Erasure } from '../../personal/erase-personal.ts'
import { exportPersonal } from '../../personal/export-personal.ts'
import { findPerson } from '../../personal/find-person.ts'
import type { CommandContext } from '../../runtime/command-context.ts'
import { destructiveOptions, hasConsent } from './consent.ts'

const table = {
  type: 'string',
  summary: 'The table of the person, if several kinds of persons log in',
} as const

export const personalExport: Command<CommandContext> = {
  name: 'personal:export',
  summary: 'Write all that is stored about a person as JSON',
  words: '<id or email>',
  options: {
    out: { type: 'string', summary: 'A new file to write to (default: standard output)' },
    table,
  },
  run: (context, call) =>
    withPerson(context, call, async (person) => {
      const file = call.value('out')
      if (file === undefined) {
        for await (const piece of exportPersonal(person)) process.stdout.write(piece)
        return exitCode.ok
      }
      if (await exists(file)) {
        call.fail(`The file "${file}" exists. Remove it, or name another one.`)
        return exitCode.failed
      }
      // Only the user who runs the command may read the file.
      await using output = await open(file, 'wx', 0o600)
      try {
        await pipeline(exportPersonal(person), output.createWriteStream())
      } catch (error) {
        // Half an export is useless, and the next run would refuse to replace it.
        await rm(file, { force: true })
        throw error
      }
      call.print(`Wrote "${file}". ${FILES}`)
      return exitCode.ok
    }),
}

export const personalErase: Command<CommandContext> = {
  name: 'personal:erase',
  summary: 'Erase the personal data of a person',
  words: '<id or email>',
  options: { ...destructiveOptions, table },
  run: (context, call) =>
    withPerson(context, call, async (person) => {
      try {
        return await erase(context, call, person)
      } catch (error) {
        const reason = toReason(error)
        if (reason === undefined) throw error
        call.fail(`Nothing was changed: ${reason}`)
        return exitCode.failed
      }
    }),
}

/** Why a person cannot be erased; `undefined` for an unexpected error. */
function toReason(error: unknown): string | undefined {
  if (error instanceof ForeignKeyViolation) return `${error.message}. ${REFERRED}`
  // What `beforeErase` of the accounts says to a form.
  if (error instanceof ValidationFailed) return Object.values(error.errors).join(' ')
  return error instanceof HttpError ? error.message : undefined
}

async function erase(
  context: CommandContext,
  call: CommandCall,
  person: AnyRecord,
): Promise<number> {
  const plan = await erasePersonal(person, { pretend: true })
  call.print(toReport(plan, 'It would change:'))
  if (call.has('pretend')) return exitCode.ok
  const warning = 'personal:erase erases the data for good'
  if (!(await hasConsent(context, call, warning))) return exitCode.failed
  call.print(toReport(await erasePersonal(person), 'Done:'))
  call.print(BEYOND)
  return exitCode.ok
}

async function withPerson(
  context: CommandContext,
  call: CommandCall,
  work: (person: AnyRecord) => Promise<number>,
): Promise<number> {
  const [text, second] = call.words
  if (text === undefined || second !== undefined) {
    call.fail('Name one person: by id, or by email address.')
    return exitCode.usage
  }
  const models = Object.values(context.application.models ?? {})
  assertModels(models)
  return context.withServices(async () => {
    const person = await findPerson(models, text, call.value('table'))
    if (person !== null) return work(person)
    call.fail('There is no such person.')
    return exitCode.failed
  })
}

function toReport(erasure: Erasure, title: string): string {
  const { tables, ranBeforeErase, jobsLeft, batchesLeft } = erasure
  const rows = tables.map(({ table: name, rows: count, done }) => [name, String(count), done])
  const jobs = jobsLeft.map(
    ({ id, name }) => `Job ${id} "${name}" names the person and has not run yet: it is left.`,
  )
  const batches = batchesLeft.map(
    ({ id, name }) =>
      `The job "${name}" after the batch ${id} names the person, and the batch has not ended: it is left.`,
  )
  const changed =
    rows.length === 0
      ? 'Nothing is left to erase.'
      : `${title}\n${toTable(['TABLE', 'ROWS', 'WHAT'], rows)}`
  return [changed, ...(ranBeforeErase ? [UNCOUNTED] : []), ...jobs, ...batches].join('\n')
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  )
}

const FILES = 'Files in storage are named in it, and not part of it.'
const REFERRED =
  "A row that stays refers to one that is to be deleted. Declare its foreign key with onDelete: 'cascade' or 'set null', or give its model onErase: 'delete'."
const UNCOUNTED =
  '`beforeErase` of the accounts runs first. Rows that it changes or deletes are not counted here.'
const BEYOND =
  'What this cannot reach: backups, log lines already written, the cache until its entries end, other services, and texts in columns that are not personal().'
