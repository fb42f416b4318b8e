/**
 * Find by key, a list of 50, insert, and find with update on SQLite: Tenon's models against the same
 * statements written by hand on `node:sqlite`, in one process, turn by turn.
 *
 *     node --conditions=source bench/data/sqlite.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { c, createDatabase, Model, withDatabase } from 'tenon/database'

class Post extends Model('posts', {
  id: c.id(),
  title: c.text(),
  body: c.text(),
  views: c.integer().default(0),
  published: c.boolean().default(false),
  created_at: c.timestamp().onCreate(() => new Date()),
}) {}

const ROUNDS = 7
const SCHEMA = `create table posts (id integer primary key autoincrement, title text not null,
  body text not null, views integer not null, published integer not null, created_at integer not null)`
const COLUMNS = 'id, title, body, views, published, created_at'
const TEXT = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(4)

/** One contender: each operation is run once per call. */
interface Contender {
  find(id: number): unknown
  list(): unknown
  insert(): unknown
  update(id: number, views: number): unknown
}

const folder = mkdtempSync(join(tmpdir(), 'tenon-bench-'))
const database = createDatabase(`sqlite:${join(folder, 'tenon.sqlite')}`)
await database.script(SCHEMA)
const raw = open(join(folder, 'raw.sqlite'))
raw.exec(SCHEMA)

const contenders = { raw: byHand(raw), tenon: byModel() }
await withDatabase(database, async () => {
  for (const contender of Object.values(contenders)) await fill(contender)
  console.log('| operation | by hand, per CPU-second | Tenon | ratio |\n|---|---|---|---|')
  await compare('find by key', 20_000, (contender, i) => contender.find(1 + (i % 1000)))
  await compare('list of 50', 2000, (contender) => contender.list())
  await compare('insert', 5000, (contender) => contender.insert())
  await compare('find, then update', 5000, (contender, i) => contender.update(1 + (i % 1000), i))
})
raw.close()
await database.close()
rmSync(folder, { recursive: true })

function byModel(): Contender {
  return {
    find: (id) => Post.find(id),
    list: () => Post.where('id', '>', 500).orderBy('id').limit(50).all(),
    insert: () => Post.create({ title: 'A title', body: TEXT }),
    update: async (id, views) => (await Post.findOrFail(id)).update({ views }),
  }
}

function byHand(connection: DatabaseSync): Contender {
  const find = connection.prepare(`select ${COLUMNS} from posts where id = ?`)
  const list = connection.prepare(`select ${COLUMNS} from posts where id > ? order by id limit ?`)
  find.setReturnArrays(true)
  list.setReturnArrays(true)
  const insert = connection.prepare(
    `insert into posts (title, body, views, published, created_at) values (?, ?, ?, ?, ?) returning id`,
  )
  const update = connection.prepare('update posts set views = ? where id = ?')
  return {
    find: (id) => toPost(find.get(id)),
    list: () => list.all(500, 50).map(toPost),
    insert() {
      const created = new Date()
      const row = insert.get('A title', TEXT, 0, 0, created.getTime())
      return { id: row?.['id'], title: 'A title', body: TEXT, views: 0, published: false, created }
    },
    update(id, views) {
      const post = toPost(find.get(id))
      update.run(views, id)
      return { ...post, views }
    },
  }
}

/** Rows come as arrays, the fastest that `node:sqlite` has; its types know only of objects. */
function toPost(row: unknown) {
  if (!Array.isArray(row)) return null
  const [id, title, body, views, published, created_at] = row as unknown[]
  return {
    id,
    title,
    body,
    views,
    published: published === 1,
    created_at: new Date(Number(created_at)),
  }
}

function open(file: string): DatabaseSync {
  const connection = new DatabaseSync(file)
  connection.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on',
  )
  connection.exec(
    'pragma temp_store = memory; pragma cache_size = -16000; pragma mmap_size = 268435456',
  )
  return connection
}

async function fill(contender: Contender): Promise<void> {
  for (let i = 0; i < 1000; i++) await contender.insert()
}

async function compare(
  name: string,
  count: number,
  run: (contender: Contender, i: number) => unknown,
): Promise<void> {
  const rates: Record<string, number[]> = { raw: [], tenon: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [key, contender] of Object.entries(contenders)) {
      rates[key]?.push(await rate(count, (i) => run(contender, i)))
    }
  }
  const [hand, tenon] = [median(rates['raw']), median(rates['tenon'])]
  console.log(
    `| ${name} | ${Math.round(hand)} | ${Math.round(tenon)} | ${(tenon / hand).toFixed(2)} |`,
  )
}

/** Operations per second of CPU time, of this process in user and kernel mode. */
async function rate(count: number, run: (i: number) => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) {
    const result = run(i)
    if (result instanceof Promise) await result
  }
  const { user, system } = process.cpuUsage(before)
  return (count / (user + system)) * 1_000_000
}

function median(values: readonly number[] = []): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0
}
