/*
 * Changes of a table that the version before does not survive, as source text for the versions of an application: the one
 * that runs, the one that is deployed beside it, and the one after that.
 */

/** What the three versions of the application write for one change. */
interface Change {
  readonly columns: Versions
  /** How the second version declares the column that is left. */
  readonly retired?: string
  readonly unenforced?: string
  /** The values of a new record; `text` is one that no other has. */
  readonly values: Versions
  /** What a client is told, the same by each version. */
  readonly answer: Versions
}

type Versions = readonly [running: string, beside: string, last: string]

export type ChangeName = keyof typeof changes

/** Its answers are the same in each version, so that a client may ask any of them. */
export const changes = {
  rename: {
    columns: ['title: c.text()', "subject: c.text().was('title')", 'subject: c.text()'],
    values: ['title: text', 'subject: text', 'subject: text'],
    answer: ['title: it.title', 'title: it.subject', 'title: it.subject'],
  },
  drop: {
    columns: ['note: c.text()', '', ''],
    retired: "note: c.text().default('')",
    values: ["note: 'none'", '', ''],
    answer: ['', '', ''],
  },
  split: {
    columns: [
      'name: c.text()',
      "first: c.text().was('name'), rest: c.text().was('name')",
      'first: c.text(), rest: c.text()',
    ],
    retired: 'name: c.text().nullable()',
    values: ['name: `Ada ${text}`', "first: 'Ada', rest: text", "first: 'Ada', rest: text"],
    answer: ['name: it.name', 'name: `${it.first} ${it.rest}`', 'name: `${it.first} ${it.rest}`'],
  },
  narrow: {
    columns: [
      'state: c.text()',
      "status: c.enum(['open', 'closed']).was('state')",
      "status: c.enum(['open', 'closed'])",
    ],
    retired: 'state: c.text().nullable()',
    values: ["state: 'closed'", "status: 'closed'", "status: 'closed'"],
    answer: ['state: it.state', 'state: it.status', 'state: it.status'],
  },
  unique: {
    columns: ['email: c.text()', 'email: c.text().unique()', 'email: c.text().unique()'],
    unenforced: "'email'",
    values: ['email: text', 'email: text', 'email: text'],
    answer: ['email: it.email', 'email: it.email', 'email: it.email'],
  },
  required: {
    columns: ['body: c.text().nullable()', 'body: c.text()', 'body: c.text()'],
    unenforced: "'body'",
    values: ['body: text', 'body: text', 'body: text'],
    answer: ['body: it.body', 'body: it.body', 'body: it.body'],
  },
} as const satisfies Readonly<Record<string, Change>>

/** The model and the program of one of the three versions. */
export function toFiles(names: readonly ChangeName[], version: 0 | 1 | 2): Record<string, string> {
  const all: readonly Change[] = names.map((name) => changes[name])
  const list = (part: 'columns' | 'values' | 'answer'): string =>
    all
      .map((change) => change[part][version])
      .filter(Boolean)
      .join(', ')
  const left = (part: 'retired' | 'unenforced'): string =>
    version === 1 ? all.flatMap((change) => change[part] ?? []).join(', ') : ''
  return {
    'app/models.ts': `import { c, Model } from 'tenon/models'
export class Ticket extends Model(
  'tickets',
  { id: c.id(), ${list('columns')} },
  { retired: { ${left('retired')} }, unenforced: [${left('unenforced')}] },
) {}
`,
    'main.ts': `import { application, get, handler, json, post, routes } from 'tenon'
import { Ticket } from './app/models.ts'

const toAnswer = (it) => json({ id: it.id, ${list('answer')} })
const values = () => {
  const text = crypto.randomUUID()
  return { ${list('values')} }
}
const web = routes([
  post('/tickets', async () => toAnswer(await Ticket.create(values()))),
  get('/tickets/{ticket}', handler({ ticket: Ticket }).run(({ ticket }) => toAnswer(ticket))),
  post('/tickets/{ticket}', handler({ ticket: Ticket }).run(async ({ ticket }) => {
    await ticket.update(values())
    return toAnswer(ticket)
  })),
])
export const app = application({ root: import.meta.dirname, routes: web, models: { Ticket } })
await app.run(process.argv.slice(2))
`,
  }
}
