/**
 * Inserts 100,000 rows into PostgreSQL with Tenon's `createMany`, which sends one array per column,
 * and with `COPY` through `pg-copy-streams`, from the same objects. Writes `bulk.results.md`.
 *
 *     npm ci --ignore-scripts && npm run bulk [-- --rounds 10]
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { c, Model } from 'tenon/models'
import { createDatabase, withDatabase } from 'tenon/database'
import { startPostgres } from '../../packages/tenon/test/support/postgres-server.ts'
import { schemaSql } from './schema.ts'

class Post extends Model('posts', {
  id: c.id(),
  author_id: c.integer(),
  title: c.text(),
  body: c.text(),
  views: c.integer(),
  published: c.boolean(),
  created_at: c.timestamp(),
}) {}

const ROWS = 100_000
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })

await using server = await startPostgres()
const client = new Client({ connectionString: server.url })
await client.connect()
await client.query(schemaSql('postgres'))
await using database = createDatabase(server.url, { statementTimeout: false })

const posts = Array.from({ length: ROWS }, (_, i) => ({
  author_id: 1 + (i % 20),
  title: `Title ${i}`,
  body: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.',
  views: i,
  published: i % 2 === 0,
  created_at: new Date(1_763_000_000_000 + i),
}))

const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'createMany, one array per column': () => withDatabase(database, () => Post.createMany(posts)),
  'COPY of the same objects, by hand': copy,
}

const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [name, insert] of Object.entries(ways)) {
    await client.query('truncate posts cascade')
    const startedAt = performance.now()
    await insert()
    times.get(name)?.push(performance.now() - startedAt)
    await assertStored()
  }
}

const report = toReport()
console.log(report)
writeFileSync(join(import.meta.dirname, 'bulk.results.md'), report)
await client.end()

async function copy(): Promise<void> {
  const columns = 'author_id, title, body, views, published, created_at'
  await pipeline(Readable.from(chunks()), client.query(from(`copy posts (${columns}) from stdin`)))
}

/** Lines in PostgreSQL's text format. These texts need no escaping, so the lines do not include its cost. */
function* chunks(): Generator<string> {
  for (let start = 0; start < posts.length; start += 1000) {
    yield posts
      .slice(start, start + 1000)
      .map((post) => {
        const { author_id, title, body, views, published, created_at } = post
        return `${author_id}\t${title}\t${body}\t${views}\t${published}\t${created_at.toISOString()}\n`
      })
      .join('')
  }
}

async function assertStored(): Promise<void> {
  const { rows } = await client.query(
    'select count(*)::int as count, sum(views)::bigint as sum from posts',
  )
  assert.deepEqual(rows, [{ count: ROWS, sum: String((ROWS * (ROWS - 1)) / 2) }])
}

function toReport(): string {
  const rows = [...times].map(([name, all]) => {
    const sorted = all.toSorted((one, other) => one - other)
    const [least = NaN] = sorted
    const median = sorted[sorted.length >> 1] ?? NaN
    return `| ${name} | ${Math.round(least)} ms | ${Math.round(median)} ms |`
  })
  return `# 100,000 rows into PostgreSQL

Written by \`npm run bulk\` in this folder on Node ${process.versions.node}, ${values.rounds} rounds, one way after the other. Client and server share the machine.
Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model.trim()}.

| | least | median |
|---|---:|---:|
${rows.join('\n')}
`
}
