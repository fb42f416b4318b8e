import { transaction } from 'tenon/database'
import { ValidationFailed } from 'tenon/errors'
import { z } from 'zod'
import { priorities, statuses } from '../resources/components/tickets/choices.ts'
import { chooseOne } from '../resources/words/fields.ts'
import {
  columnsMissing,
  columnsUnknown,
  isDuplicate,
  isEmptyFile,
  isNoCsv,
} from '../resources/words/imports.ts'
import { enterCustomerName, enterRequest, enterSubject } from '../resources/words/tickets.ts'
import { CsvError, readCsv } from './read-csv.ts'
import { readFields } from './fields.ts'
import type { Team } from './models/team.ts'
import { Ticket } from './models/ticket.ts'
import { email, text } from './requests/customer-requests.ts'
import { cost, day, orNothing } from './requests/ticket-requests.ts'
import { columnsOf } from './write-tickets.ts'

/** The result of an import. */
export interface ImportReport {
  readonly added: number
  readonly refused: number
  /** The first 100 refused lines, with the reason for each. */
  readonly problems: readonly { readonly line: number; readonly text: string }[]
  /** Whether the file has more than 10,000 records. The others were not read. */
  readonly isCut: boolean
}

const recordLimit = 10_000
const problemLimit = 100
const perStatement = 100

/**
 * Adds the tickets of a CSV file with the columns of `writeTickets`. Refuses a record if the team has a ticket with the
 * same email address, subject and text. Throws `ValidationFailed` if the file is empty, not CSV, or has wrong columns.
 */
export async function importTickets(
  team: Team,
  file: AsyncIterable<Uint8Array>,
): Promise<ImportReport> {
  const refused: { line: number; text: string }[] = []
  const drafts: Draft[] = []
  let columns: readonly string[] | undefined
  let [count, added] = [0, 0]
  const store = async () => {
    const stored = await addTickets(team, drafts.splice(0))
    added += stored.added
    for (const { line } of stored.duplicates) refused.push({ line, text: isDuplicate() })
  }
  try {
    for await (const { line, cells } of readCsv(file)) {
      if (cells.every((cell) => cell.trim() === '')) continue
      if (columns === undefined) {
        columns = toColumns(cells, team)
        continue
      }
      count += 1
      if (count > recordLimit) break
      const named = new Map(columns.map((name, i) => [name, cells[i] ?? '']))
      const draft = toDraft(team, line, named)
      if (typeof draft === 'string') refused.push({ line, text: draft })
      else drafts.push(draft)
      if (drafts.length === perStatement) await store()
    }
  } catch (error) {
    // The records before the broken one are valid, and are added.
    if (!(error instanceof CsvError)) throw error
    if (columns === undefined) throw new ValidationFailed({ file: isNoCsv() })
    refused.push({ line: error.line, text: isNoCsv() })
  }
  if (columns === undefined) throw new ValidationFailed({ file: isEmptyFile() })
  await store()
  const problems = refused.toSorted((one, other) => one.line - other.line).slice(0, problemLimit)
  return { added, refused: refused.length, problems, isCut: count > recordLimit }
}

/** A record that can become a ticket. */
interface Draft {
  readonly line: number
  readonly values: ReturnType<typeof toValues>
}

const Record = z.object({
  subject: text(200, enterSubject),
  body: text(20_000, enterRequest),
  customer: text(100, enterCustomerName),
  email,
  status: orNothing(z.enum(statuses, { error: chooseOne })),
  priority: orNothing(z.enum(priorities, { error: chooseOne })),
  due: day.default(null),
  cost: cost.default(null),
})

const needed = ['subject', 'body', 'customer', 'email']

/** Reads the columns from the first line. Refuses unknown columns, because their values would be lost. */
function toColumns(cells: readonly string[], team: Team): readonly string[] {
  const columns = cells.map((cell) => cell.trim().toLowerCase())
  const known = columnsOf(team)
  const missing = needed.filter((name) => !columns.includes(name))
  const unknown = columns.filter((name) => !known.includes(name))
  if (missing.length > 0) {
    throw new ValidationFailed({ file: columnsMissing({ names: missing.join(', ') }) })
  }
  if (unknown.length > 0) {
    throw new ValidationFailed({
      file: columnsUnknown({ names: unknown.join(', ').slice(0, 200) }),
    })
  }
  return columns
}

/** Returns the draft of a ticket, or a text that says what is wrong with the record. */
function toDraft(team: Team, line: number, named: ReadonlyMap<string, string>): Draft | string {
  const { data, error } = Record.safeParse(Object.fromEntries(named))
  if (data === undefined) {
    return toSentence(error.issues.map(({ path, message }) => [path.join('.'), message]))
  }
  const typed = team.fields.map(({ key }) => [key, named.get(`fields.${key}`) ?? ''] as const)
  try {
    return { line, values: toValues(data, readFields(team.fields, Object.fromEntries(typed))) }
  } catch (failure) {
    if (!(failure instanceof ValidationFailed)) throw failure
    return toSentence(Object.entries(failure.errors))
  }
}

function toSentence(problems: readonly (readonly [column: string, message: string])[]): string {
  const texts = problems.map(([column, message]) => `${column}: ${message}`)
  return [...new Set(texts)].join('; ')
}

function toValues(record: z.output<typeof Record>, fields: Ticket['fields']) {
  const { subject, body, customer, email: address, status, priority, due, cost: costs } = record
  return {
    subject,
    body,
    customer_name: customer,
    customer_email: address,
    status: status ?? 'open',
    priority: priority ?? 'normal',
    due_on: due,
    cost: costs,
    fields,
  }
}

/** Adds the drafts that are not duplicates. */
function addTickets(
  team: Team,
  drafts: readonly Draft[],
): Promise<{ added: number; duplicates: readonly Draft[] }> {
  return transaction(async () => {
    const emails = drafts.map(({ values }) => values.customer_email)
    const subjects = drafts.map(({ values }) => values.subject)
    const found = await Ticket.of(team)
      .where('customer_email', 'in', emails)
      .where('subject', 'in', subjects)
      .select('customer_email', 'subject', 'body')
      .all()
    const known = new Set(found.map(toIdentity))
    const duplicates: Draft[] = []
    const added = drafts.filter((draft) => {
      const identity = toIdentity(draft.values)
      const isNew = !known.has(identity)
      known.add(identity)
      if (!isNew) duplicates.push(draft)
      return isNew
    })
    if (added.length > 0) await Ticket.of(team).createMany(added.map(({ values }) => values))
    return { added: added.length, duplicates }
  })
}

type Identity = Pick<Ticket, 'customer_email' | 'subject' | 'body'>

function toIdentity({ customer_email, subject, body }: Identity): string {
  return JSON.stringify([customer_email, subject, body])
}
