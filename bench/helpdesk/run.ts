/**
 * Measures what the pages of a full helpdesk cost: the statements and the CPU of the process for each page, from its
 * metrics. Nobody else may use the server meanwhile.
 *
 *     node bench/helpdesk/run.ts http://127.0.0.1:8080 --token <METRICS_TOKEN> [--rounds 50]
 */
import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  options: { token: { type: 'string', default: '' }, rounds: { type: 'string', default: '50' } },
  allowPositionals: true,
})
const [origin = 'http://127.0.0.1:8080'] = positionals
const rounds = Number(values.rounds)
const cookies = new Map<string, string>()

await get('/login')
const login = await send('/login', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'member0@team1.example', password: 'correct horse battery' }),
})
assert.equal(login.status, 303, 'Fill the database first: node main.ts fill')
const { teams } = await readProps<{ teams: { id: number }[] }>('/teams')
const team = `/teams/${teams[0]?.id}`
const list = `${team}/tickets`
const [ticket] = (await readProps<TicketList>(list)).tickets.data

console.log('| page | statements | CPU | bytes |\n|---|---|---|---|')
for (const [name, path] of [
  ['tickets, the last changed first', list],
  ['the tenth page of them', await toTenthPage()],
  ['open tickets of mine', `${list}?status=open&assignee=me`],
  ['tickets by due date', `${list}?order=due`],
  ['tickets with a word', `${list}?search=printer`],
  ['a ticket', `${list}/${ticket?.id}`],
  ['a new ticket', `${list}/create`],
  ['reports', `${team}/reports`],
  ['the bin', `${team}/bin`],
  ['labels', `${team}/labels`],
  ['fields', `${team}/fields`],
  ['incidents', `${team}/incidents`],
  ['an import', `${team}/import`],
  ['members', `${team}/members`],
  ['settings of the team', `${team}/settings`],
  ['my teams', '/teams'],
  ['the form of customers', `/contact/${teams[0]?.id}`],
  ['the status page, rendered', `/status/${teams[0]?.id}`],
] as const) {
  await measure(name, path)
}

interface TicketList {
  readonly tickets: {
    readonly data: readonly { readonly id: number }[]
    readonly nextCursor: string
  }
}

async function measure(name: string, path: string): Promise<void> {
  for (let i = 0; i < 5; i += 1) await get(path)
  const before = await readMetrics()
  let bytes = 0
  for (let i = 0; i < rounds; i += 1) bytes = (await (await get(path)).arrayBuffer()).byteLength
  const after = await readMetrics()
  // Reading the metrics runs no statement.
  const statements = (after.statements - before.statements) / rounds
  const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / rounds
  console.log(
    `| ${name} | ${statements.toFixed(1)} | ${cpuMs.toFixed(1)} ms | ${bytes.toLocaleString('en')} |`,
  )
}

/** Follows the cursors. */
async function toTenthPage(): Promise<string> {
  let path = list
  for (let page = 2; page <= 10; page += 1) {
    const { tickets } = await readProps<TicketList>(path)
    path = `${list}?cursor=${encodeURIComponent(tickets.nextCursor)}`
  }
  return path
}

async function readMetrics(): Promise<{ statements: number; cpuSeconds: number }> {
  const response = await fetch(`${origin}/_app/metrics`, {
    headers: { authorization: `Bearer ${values.token}` },
  })
  assert.equal(response.status, 200, 'Set METRICS_TOKEN, and pass it as --token')
  const text = await response.text()
  const sum = (pattern: RegExp) =>
    [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  return {
    statements: sum(/^tenon_database_statement_duration_seconds_count\{[^}]*\} (\S+)$/gm),
    cpuSeconds: sum(/^process_cpu_seconds_total (\S+)$/gm),
  }
}

/** The props of a page, from its document. */
async function readProps<Props>(path: string): Promise<Props> {
  const html = await (await get(path)).text()
  const [, json = ''] = /<script data-page="app"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  return (JSON.parse(json) as { props: Props }).props
}

async function get(path: string): Promise<Response> {
  const response = await send(path, {})
  assert.equal(response.status, 200, path)
  return response
}

async function send(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  const response = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
  return response
}
