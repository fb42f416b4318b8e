import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect, onBoundPostgres } from '../../../test/support/for-each-dialect.ts'
import { hearStatements } from '../../../test/support/hear-statements.ts'
import { Dice } from '../../../test/changes/random-schedule.ts'
import { c, softDeletes } from '../columns/columns.ts'
import { currentDatabase, withDatabase } from '../database/current-database.ts'
import { sql } from '../database/sql.ts'
import { noteReads } from '../queries/reads/note-reads.ts'
import { belongsTo, hasMany } from '../relations/relation.ts'
import { Model } from './model.ts'
import type { Query } from './query.ts'
import { view } from './views/view.ts'

class Team extends Model('teams', { id: c.uuidId(), name: c.text() }) {}

class Author extends Model('authors', {
  id: c.bigId(),
  name: c.text(),
  title: c.text().nullable(),
  score: c.decimal(10, 2).nullable(),
  password: c.text().hidden(),
  team_id: c.uuid().nullable(),
  created_at: c.timestamp(),
  ...softDeletes(),
}) {
  static readonly team = belongsTo(() => Team, 'team_id')
}

class Label extends Model('labels', {
  id: c.stringId(),
  team_id: c.uuid().owner(() => Team),
  name: c.text(),
}) {}

class Paper extends Model('papers', { id: c.id(), text: c.text(), extra: c.json<object>() }) {}

class Article extends Model('articles', {
  id: c.id(),
  team_id: c.uuid().owner(() => Team),
  author_id: c.bigint(),
  editor_id: c.bigint().nullable(),
  label_id: c.text().nullable(),
  parent_id: c.integer().nullable(),
  paper_id: c.integer().nullable(),
  title: c.text(),
  score: c.integer().nullable(),
  created_at: c.timestamp(),
}) {
  static readonly team = belongsTo(() => Team, 'team_id')
  static readonly author = belongsTo(() => Author, 'author_id')
  static readonly editor = belongsTo(() => Author, 'editor_id')
  static readonly label = belongsTo(() => Label, 'label_id')
  static readonly parent = belongsTo(() => Article, 'parent_id')
  static readonly paper = belongsTo(() => Paper, 'paper_id')
  static readonly children = hasMany(() => Article, 'parent_id')
}

const AuthorView = view(Author, ['name', 'created_at']).with('team', view(Team, ['name']))
const TitleView = view(Article, ['title']).with('author', view(Author, ['name']))
const ArticleView = view(Article, ['title', 'created_at'])
  .with('author', AuthorView)
  .with('editor', (editor) => editor.withDeleted().select(view(Author, ['id', 'title'])))
  .withCount('children')
  .compute('half', ['score'], ({ score }) => (score ?? 0) / 2)

type Articles = Query<typeof Article, Article>

/** Queries with relations of each kind. */
const queries = {
  'one relation': (articles: Articles) => articles.with('author').orderBy('id'),
  'two to one table, with a list between them': (articles: Articles) =>
    articles.with('author').with('children').with('editor').orderBy('id'),
  'records of another owner': (articles: Articles) =>
    articles.with('label').with('team').orderBy('id'),
  'its own table': (articles: Articles) => articles.with('parent').orderBy('id'),
  'relations of a relation': (articles: Articles) =>
    articles
      .with('author', (author) => author.with('team'))
      .with('parent', (parent) => parent.with('author'))
      .orderBy('id'),
  'deleted records too': (articles: Articles) =>
    articles.with('editor', (editor) => editor.withDeleted()).orderBy('id'),
  'only deleted records': (articles: Articles) =>
    articles.with('editor', (editor) => editor.onlyDeleted()).orderBy('id'),
  'counts and conditions': (articles: Articles) =>
    articles
      .withCount('children')
      .with('author')
      .whereHas('author')
      .where('title', '!=', 'x')
      .where(sql`score > ${0} and title is not null`)
      .orderBy('id'),
  'a view, ordered by what it does not show': (articles: Articles) =>
    articles.orderBy('score', 'desc').orderBy('id').select(ArticleView),
  'several columns of the order, and a distance': (articles: Articles) =>
    articles.with('author').orderBy('editor_id').orderBy('id', 'desc').offset(3),
} as const

const all = () => Article.ofAnyone()

forEachDialect('relations in the statement of their records', (open) => {
  const withArticles = async (seed: number, body: (statements: string[]) => Promise<void>) => {
    const database = await open({ rowLevelSecurity: false })
    await createTables(database, Team, Author, Label, Paper, Article)
    const statements: string[] = []
    await withDatabase(
      hearStatements(database, (text) => statements.push(text)),
      async () => {
        await fill(new Dice(seed))
        statements.length = 0
        await body(statements)
      },
    )
  }

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`are the same, and note the same reads, as in a second one, for random rows ${seed}`, () =>
      withArticles(seed, async (statements) => {
        const read = (articles: Articles, query: (typeof queries)[keyof typeof queries]) => {
          statements.length = 0
          return noteReads(async (): Promise<readonly object[]> => query(articles).all())
        }
        let rows = 0
        for (const [name, query] of Object.entries(queries)) {
          const first = await read(all().limit(100), query)
          const sent = statements.length
          // In a longer list, related rows would be sent too often.
          const second = await read(all().limit(101), query)

          assert.deepEqual(seen(first.value), seen(second.value), name)
          assert.deepEqual(first.reads, second.reads, name)
          assert.ok(sent < statements.length, `${name}: ${statements.join('; ')}`)
          rows += first.value.length
        }
        assert.ok(rows > 200, `${rows} rows`)
      }))
  }

  it('take one statement, for lists, records and pages', () =>
    withArticles(1, async (statements) => {
      const sentBy = async (read: () => Promise<unknown>) => {
        await read()
        return statements.splice(0).length
      }
      const articles = all().with('author').orderBy('id')

      const sent = [
        await sentBy(() => articles.limit(20).all()),
        await sentBy(() => articles.find(1)),
        await sentBy(() => articles.first()),
        await sentBy(() => all().orderBy('id').select(TitleView).cursorPaginate({ perPage: 2 })),
        await sentBy(() => articles.paginate()),
        await sentBy(() => all().with('author').with('editor').with('team').limit(20).all()),
      ]

      assert.deepEqual(sent, [1, 1, 1, 1, 2, 1])
    }))

  it('take another statement where they have something special', () =>
    withArticles(1, async (statements) => {
      const sentBy = async (read: () => Promise<unknown>) => {
        await read()
        return statements.splice(0).length
      }
      const articles = all().with('author').orderBy('id')

      const sent = {
        'a long list': await sentBy(() => articles.limit(1000).all()),
        'rows that are locked': await sentBy(() => articles.limit(20).lockForUpdate().all()),
        'a condition': await sentBy(() =>
          all()
            .with('editor', (editor) => editor.where('name', '!=', 'A'))
            .limit(20)
            .all(),
        ),
        'JSON, which is long': await sentBy(() => all().with('paper').limit(20).all()),
        'an order by something else': await sentBy(() =>
          all().with('author').orderByRelated('author', 'name').limit(20).all(),
        ),
      }

      assert.deepEqual(new Set(Object.values(sent)), new Set([2]), JSON.stringify(sent))
    }))

  it('are shared by the records that refer to them, and were fetched together', () =>
    withArticles(1, async (statements) => {
      const articles = await all().with('author').orderBy('id').limit(50).all()
      const authors = [...new Set(articles.flatMap(({ author }) => author ?? []))]
      statements.length = 0

      await Promise.all(authors.map((author) => author.load(Author.team)))

      assert.equal(new Set(authors.map(({ id }) => id)).size, authors.length)
      assert.ok(authors.length > 1)
      assert.equal(statements.length, 1)
    }))
})

onBoundPostgres('relations in the statement of their records', (open) => {
  it('take a second one, which states its owner', async () => {
    const database = await open()
    await createTables(database, Team, Author, Label, Paper, Article)
    const statements: string[] = []
    await withDatabase(
      hearStatements(database, (text) => statements.push(text)),
      async () => {
        const team = await Team.create({ name: 'Red' })
        await Label.of(team).create({ id: 'news', name: 'News' })
        await Article.of(team).create({ ...ARTICLE, label_id: 'news' })
        statements.length = 0

        const articles = await Article.of(team).with('label').limit(20).all()

        assert.deepEqual(
          articles.map(({ label }) => label?.name),
          ['News'],
        )
        assert.equal(statements.length, 2)
      },
    )
  })
})

const ARTICLE = { author_id: 1n, title: 'One', created_at: new Date(0) }

/** Rows that refer to nothing, to deleted rows, to rows of another team and to rows that do not exist. */
async function fill(dice: Dice): Promise<void> {
  const teams = [await Team.create({ name: 'Red' }), await Team.create({ name: 'Blue' })] as const
  const moment = () => new Date(dice.below(1_000_000) * 1000 + 123)
  await Author.createMany(
    Array.from({ length: 6 }, (_, i) => ({
      name: `A${i}`,
      title: dice.pick([null, 'Dr "quoted"', '']),
      score: dice.pick([null, '12.50', '-0.01']),
      password: `secret ${i}`,
      team_id: dice.pick([null, teams[0].id, teams[1].id]),
      created_at: moment(),
    })),
  )
  await Author.where('id', 'in', [BigInt(1 + dice.below(6)), BigInt(1 + dice.below(6))]).delete()
  await Paper.create({ text: 'Long', extra: { long: true } })
  for (const team of teams) {
    await Label.of(team).create({ id: `of ${team.name}`, name: team.name })
    await Article.of(team).createMany(
      Array.from({ length: 12 }, () => ({
        author_id: BigInt(1 + dice.below(7)),
        editor_id: dice.pick([null, BigInt(1 + dice.below(7))]),
        paper_id: dice.pick([null, 1]),
        title: dice.pick(['x', 'y', 'z']),
        score: dice.pick([null, 1, 2, 3]),
        created_at: moment(),
      })),
    )
  }
  // Models refuse labels of another team.
  await currentDatabase()
    .query(sql`update articles set label_id = ${dice.pick(['of Red', 'of Blue', 'none'])}
    where id % 2 = ${dice.below(2)}`)
  await currentDatabase().query(sql`update articles set parent_id = ${1 + dice.below(8)}
    where id % 3 = ${dice.below(3)}`)
}

/** All that records have, hidden columns too, and which of them share an object. */
function seen(records: readonly object[]): unknown {
  const known = new Map<unknown, number>()
  const toSeen = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toSeen)
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    const number = known.get(value)
    if (number !== undefined) return { number }
    known.set(value, known.size)
    const names = Object.getOwnPropertyNames(value)
    const fields = names.map((name) => [name, toSeen(Reflect.get(value, name))] as const)
    return [value.constructor.name, known.size, fields]
  }
  return records.map(toSeen)
}
