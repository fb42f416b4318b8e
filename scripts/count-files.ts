/**
 * Counts the files and rooms of Tenon that one warm request of each kind passes through, and fails if there
 * are more files than the limit of the kind: a reader has to read these files to follow a request.
 *
 *     node scripts/count-files.ts [--list page]
 *
 * A file counts if V8 reports that one of its functions ran between sending the request and reading its
 * response. A file that is not used in each of 20 such requests belongs to other work, and does not count. Files of
 * the server are counted separately: they are the same for every request, and nothing above them
 * knows more than an exchange.
 */
import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCounted } from './counted-server.ts'

interface Kind {
  readonly name: string
  readonly most: number
  readonly path: string
  readonly sent: RequestInit
  readonly status: number
}

const client = { 'x-inertia': 'true' }
const json = { accept: 'application/json' }
const document = { accept: 'text/html' }

const kinds: readonly Kind[] = [
  { name: 'text', most: 11, path: '/ping', sent: {}, status: 200 },
  { name: 'JSON of a record', most: 35, path: '/todos/1', sent: { headers: json }, status: 200 },
  { name: 'page', most: 24, path: '/todos', sent: { headers: document }, status: 200 },
  { name: 'valid form', most: 24, path: '/todos', sent: toForm({ title: 'Write' }), status: 303 },
  { name: 'invalid form', most: 39, path: '/todos', sent: toForm({ title: '' }), status: 422 },
  {
    name: 'login',
    most: 74,
    path: '/login',
    sent: toForm({ login: 'ada', password: 'a long password' }),
    status: 303,
  },
]

const { values } = parseArgs({ options: { list: { type: 'string' } } })

using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-files-'))
await using server = await startCounted(join(folder.path, 'counted.sqlite'))
console.log('| request | files | at most | rooms | files of the server |\n|---|---|---|---|---|')
for (const kind of kinds) {
  const all = await follow(kind)
  const files = all.filter((file) => !file.startsWith('web/server/'))
  const rooms = new Set(files.map((file) => file.split('/').slice(0, 2).join('/')))
  const counts = [files.length, kind.most, rooms.size, all.length - files.length]
  console.log(`| ${[kind.name, ...counts].join(' | ')} |`)
  if (values.list === kind.name) console.log(all.join('\n'))
  if (files.length > kind.most) process.exitCode = 1
}
if (process.exitCode === 1) console.error('A request passes through more files than it may.')

/** The files that each of 20 requests passed through, after 10 to warm up: a slow request may use more files. */
async function follow(kind: Kind): Promise<readonly string[]> {
  for (let i = 0; i < 10; i++) await send(kind)
  const runs: (readonly string[])[] = []
  for (let i = 0; i < 20; i++) {
    await server.takeFiles()
    await send(kind)
    runs.push(await server.takeFiles())
  }
  const [first = [], ...others] = runs
  return first.filter((file) => others.every((run) => run.includes(file)))
}

async function send({ name, path, sent, status }: Kind): Promise<void> {
  const response = await fetch(server.url + path, { redirect: 'manual', ...sent })
  const body = await response.text()
  assert.equal(response.status, status, `${name}: ${body}\n${server.output()}`)
}

function toForm(fields: Readonly<Record<string, string>>): RequestInit {
  const headers = { ...client, 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(fields) }
}
