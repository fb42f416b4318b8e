import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { withDatabase } from '../database/current-database.ts'
import type { CompiledSql } from '../database/sql.ts'
import { manyToMany } from '../relations/relation.ts'
import { Model } from './model.ts'
import { hearStatements } from '../../../test/support/hear-statements.ts'

class Article extends Model('articles', { id: c.id(), title: c.text() }) {
  static fans = manyToMany(() => User, {
    through: 'favourites',
    local: 'article_id',
    target: 'user_id',
  })
}

class User extends Model('users', { id: c.id(), name: c.text() }) {}

class Favourite extends Model('favourites', {
  id: c.id(),
  article_id: c.integer().index(),
  user_id: c.integer().index(),
}) {}

const ARTICLES = 3000
const USERS = 500
/** Makes the table of articles so large that no planner would choose to scan it. */
const LONG = 'x'.repeat(1000)

forEachDialect('the plan of a query by a many-to-many relation', (open) => {
  async function planOf(read: () => Promise<unknown>): Promise<string> {
    const database = await open()
    await createTables(database, Article, User, Favourite)
    const statements: CompiledSql[] = []
    await withDatabase(
      hearStatements(database, (sql, parameters) => statements.push({ sql, parameters })),
      async () => {
        await seed()
        await database.script('analyze')
        statements.length = 0
        await read()
      },
    )
    const [statement] = statements
    assert.ok(statement !== undefined)
    const explain = open.dialect === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await database.execute({ ...statement, sql: `${explain} ${statement.sql}` })
    return rows.map((row) => row.join(' ')).join('\n')
  }

  it('does not scan the table of the owner', async () => {
    const plan = await planOf(() =>
      Article.query()
        .whereHas('fans', (fans) => fans.where('id', 42))
        .all(),
    )

    assert.doesNotMatch(plan, /scan (?:on )?"?articles/i)
  })

  it('does not visit the target to count', async () => {
    const plan = await planOf(() => Article.query().withCount('fans').limit(20).all())

    assert.doesNotMatch(plan, /users|related/)
  })

  it('looks up a single owner in the pivot table without listing keys', async () => {
    const plan = await planOf(() => Article.where('id', 5).whereHas('fans').first())

    assert.doesNotMatch(plan, /list subquery|seq scan/i)
  })
})

async function seed(): Promise<void> {
  await User.createMany(Array.from({ length: USERS }, (_, i) => ({ name: `User ${i}` })))
  await Article.createMany(
    Array.from({ length: ARTICLES }, (_, i) => ({ title: `Article ${i} ${LONG}` })),
  )
  const favourites = Array.from({ length: 3 * ARTICLES }, (_, i) => ({
    article_id: 1 + (i % ARTICLES),
    user_id: 1 + ((i * 7) % USERS),
  }))
  await Favourite.createMany(favourites)
}
