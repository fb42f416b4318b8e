import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { planExpansion } from './expansion.ts'
import type { Project } from '../project.ts'

const short = `import { c, Model } from 'tenon/models'
export class Ticket extends Model('tickets', { id: c.id(), title: c.text(), note: c.text() }) {}
`

const long = `import { c, Model, timestamps } from 'tenon/models'

export class User extends Model(
  'users',
  {
    id: c.id(),
    // The whole name, with ", " and ) in it.
    name: c
      .text({ max: 80 })
      .nullable(),
    role: c.enum(['a, b', 'c)']).default('c)'),
    ...timestamps(),
  },
  { search: ['name'], retired: { old: c.text().nullable() } },
) {}
`

const orders = `export class Order extends Model('orders', {
  id: c.id(),
  code: c.text().unique(),
  customer_id: c.integer().references('customers.id'),
  team_id: c.integer().owner(() => Team),
  stars: c.integer({ min: 1, max: 5 }),
}) {}
`

const commented = `export class Page extends Model('pages', {
  id: c.id(),
  /** The customer's title (not: "name". */
  title: c.text(),
  slug: c.text().parse(/['")/]\\/, /),
  note: c.text(), // isn't shown
  body: c.text(),
}) {}
`

const searched = `export class Article extends Model(
  'articles',
  { id: c.id(), title: c.text(), body: c.text(), note: c.text() },
  { search: ['title', 'body'] },
) {}
export class Book extends Model('books', { id: c.id(), title: c.text(), english: c.text() }, {
  owner: false,
  search: { columns: ["title", "english"], language: 'english' },
}) {}
`

const broken = `export class Broken extends Model('broken', {
  id: c.id(), note: 'it
is broken',
}) {}
`

describe('planExpansion', () => {
  it('renames a column, which was another one', () => {
    const { path, text, name } = planExpansion(['rename', 'tickets.title', 'subject'], project())

    assert.equal(path, 'app/models/ticket.ts')
    assert.equal(name, 'rename_tickets_title')
    assert.match(
      text,
      /{ id: c\.id\(\), subject: c\.text\(\)\.was\('title'\), note: c\.text\(\) }\) {}/,
    )
  })

  it('retires a column that is dropped, with a default for new rows', () => {
    const { text } = planExpansion(['drop', 'tickets.note'], project())

    assert.match(
      text,
      /title: c\.text\(\) }, { retired: { note: c\.text\(\)\.default\(''\) } }\) {}/,
    )
  })

  it('splits a column, and adds it to those that are retired', () => {
    const { text } = planExpansion(['split', 'users.name', 'first', 'last'], project())

    assert.match(text, /first: c\.text\(\)\.nullable\(\)\.was\('name'\),\n {4}last: c\.text/)
    assert.match(
      text,
      /old: c\.text\(\)\.nullable\(\), name: c\n {6}\.text\({ max: 80 }\)\n {6}\.nullable\(\) }/,
    )
  })

  it('changes a type under a new name, and says that its SQL is a guess', () => {
    const { text, steps } = planExpansion(['type', 'users.role', 'rank:integer'], project())

    assert.match(text, /rank: c\.integer\(\)\.was\('role'\),\n {4}\.\.\.timestamps/)
    assert.match(text, /, role: c\.enum\(\['a, b', 'c\)'\]\)\.default\('c\)'\) }/)
    assert.match(steps[1] ?? '', /is a guess/)
  })

  it('leaves a new constraint unenforced', () => {
    const unique = planExpansion(['unique', 'tickets.title'], project())
    const required = planExpansion(['required', 'users.name'], project())

    assert.match(unique.text, /title: c\.text\(\)\.unique\(\), .*{ unenforced: \['title'\] }\) {}/)
    assert.match(required.text, /name: c\n {6}\.text\({ max: 80 }\),\n/)
    assert.match(required.text, /nullable\(\) }, unenforced: \['name'\] },\n\) {}/)
  })

  it('refuses a constraint that the column has, which would be left unenforced', () => {
    const plan = (kind: string, column: string) => () => planExpansion([kind, column], project())

    for (const [kind, column, message] of [
      ['required', 'tickets.title', '"title" is required already.'],
      ['required', 'tickets.id', '"id" is required already.'],
      ['unique', 'orders.code', '"code" is unique already.'],
      ['unique', 'orders.id', '"id" is unique already.'],
    ] as const) {
      assert.throws(plan(kind, column), { code: 'E_MAKE_EXPAND', message }, `${kind} ${column}`)
    }
  })

  it('drops a column without a default that its own constraints refuse', () => {
    const refused = ['code', 'customer_id', 'team_id', 'stars']

    const retired = refused.map((column) => {
      const { text } = planExpansion(['drop', `orders.${column}`], project())
      return /retired: { (.*) } }/.exec(text)?.[1]
    })

    assert.deepEqual(retired, [
      'code: c.text().unique().nullable()',
      "customer_id: c.integer().references('customers.id').nullable()",
      'team_id: c.integer().owner(() => Team).nullable()',
      'stars: c.integer({ min: 1, max: 5 }).nullable()',
    ])
  })

  it('reads comments and regular expressions, and keeps those of other columns', () => {
    const plan = (...words: string[]) => planExpansion(words, project()).text

    const changes: readonly (readonly [string, string, string])[] = [
      ['title', `  title: c.text()`, `  subject: c.text().was('title')`],
      ['slug', `  slug: c`, `  subject: c`],
      ['body', `  body: c.text(),`, `  subject: c.text().was('body'),`],
    ]

    for (const [column, before, after] of changes) {
      const text = plan('rename', `pages.${column}`, 'subject')
      const expected = commented.replace(before, after)
      const isSlug = column === 'slug'
      assert.equal(isSlug ? text.replace(`.was('slug')`, '') : text, expected, column)
    }
    assert.match(plan('drop', 'pages.body'), /note: c\.text\(\), \/\/ isn't shown\n}, {/)
    assert.doesNotMatch(plan('drop', 'pages.title'), /customer's/)
  })

  it('renames a searched column in the search, too, and says that its index stays', () => {
    const listed = planExpansion(['rename', 'articles.title', 'headline'], project())
    const named = planExpansion(['rename', 'books.title', 'name'], project())
    const split = planExpansion(['split', 'books.english', 'first', 'last'], project())
    const other = planExpansion(['rename', 'articles.note', 'remark'], project())

    assert.match(listed.text, /headline: c\.text\(\)\.was\('title'\)/)
    assert.match(listed.text, /{ search: \['headline', 'body'\] }/)
    assert.match(listed.steps.join('\n'), /Searches look into "headline" instead of "title"\./)
    assert.match(named.text, /search: { columns: \["name", "english"\], language: 'english' }/)
    assert.match(split.text, /columns: \["title", "first", "last"\], language: 'english'/)
    assert.match(split.text, /retired: { english: c\.text\(\)\.nullable\(\) }/)
    assert.match(other.text, /{ search: \['title', 'body'\] }/)
    assert.doesNotMatch(other.steps.join('\n'), /Searches/)
  })

  it('refuses to drop a searched column, or to change its type', () => {
    const plan =
      (...words: string[]) =>
      () =>
        planExpansion(words, project())

    assert.throws(plan('drop', 'articles.body'), {
      code: 'E_MAKE_EXPAND',
      message:
        /searches "body"\. First remove it from "search", run "node main\.ts make:migration stop/,
    })
    assert.throws(plan('type', 'books.title', 'number:integer'), /searches "title"\. First remove/)
    assert.match(planExpansion(['unique', 'articles.title'], project()).text, /\['title', 'body'\]/)
  })

  it('prints commands as they are typed', () => {
    const { steps } = planExpansion(['drop', 'tickets.note'], project())

    assert.match(steps.join('\n'), /run "node build\/main\.js migrate"/)
    assert.match(steps.join('\n'), /run "node main\.ts make:migration --drop finish_tickets_note"/)
  })

  it('refuses names that are taken, and texts that it cannot read', () => {
    const plan =
      (...words: string[]) =>
      () =>
        planExpansion(words, project())

    for (const words of [
      ['rename', 'tickets.title', 'note'],
      ['rename', 'users.name', 'old'],
      ['split', 'tickets.title', 'first', 'first'],
      ['type', 'tickets.title', 'note:integer'],
    ]) {
      assert.throws(plan(...words), /There would be two columns/, words.join(' '))
    }
    assert.throws(plan('rename', 'tickets.title', 'a b'), /"a b" cannot be a column/)
    assert.throws(plan('rename', 'tickets.title', 'update'), /no name of a member of every record/)
    assert.throws(plan('drop', 'broken.note'), /Line 2 of the model has a text that does not end/)
  })

  it('refuses what it does not know', () => {
    const plan =
      (...words: string[]) =>
      () =>
        planExpansion(words, project())

    assert.throws(plan('grow', 'tickets.title'), /Say what happens to which column: rename/)
    assert.throws(plan('rename', 'tickets.title'), { code: 'E_MAKE_EXPAND' })
    assert.throws(
      plan('drop', 'tickets.none'),
      /in app\/models\/ticket\.ts does not declare "none"/,
    )
    assert.throws(plan('drop', 'shelves.none'), /No model in app\/models has the table "shelves"/)
  })
})

function project(): Project {
  const files: Readonly<Record<string, string>> = {
    'app/models/ticket.ts': short,
    'app/models/user.ts': long,
    'app/models/order.ts': orders,
    'app/models/page.ts': commented,
    'app/models/searched.ts': searched,
    'app/models/broken.ts': broken,
  }
  return {
    root: '/nowhere',
    pages: undefined,
    layout: 'none',
    access: 'everybody',
    read: (path) => files[path],
    list: () => ['user.ts', 'ticket.ts', 'order.ts', 'page.ts', 'searched.ts', 'broken.ts'],
  }
}
