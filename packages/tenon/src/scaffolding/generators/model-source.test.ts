import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { toColumnWords } from './column-words.ts'
import { readModel, readTypes, readWhole } from './model-source.ts'
import type { Project } from './project.ts'
import { toExistingNames } from '../templates/names.ts'

describe('readModel', () => {
  it('reads what generators know, and omits values that records get automatically', () => {
    const model = readModel(`export class Todo extends Model('todos', {
  id: c.uuidId(),
  title: c.text<'a' | 'b'>().unique(),
  done: c.boolean().default(false),
  state: c.text().default('open'),
  seen_at: c.timestamp().onCreate(() => new Date()),
  note: c.text().nullable().hidden(),
  tags: c.json<string[]>(),
  price: c.decimal(12, 4),
  due_on: c.date().nullable(),
  phase: c.enum(['draft', 'in review']).index(),
  mood: c.enum(['it\\'s fine', "so-so", 'a "b"']),
  code: c.text({ max: 8 }),
  size: c.bigint(),
  seal: c.bytes(),
  words: c.array(c.text()),
  length: c.bigint().generated({ sqlite: '1', postgres: '1' }),
  user_id: c.integer().index().references('people.id', { onDelete: 'cascade' }),
  ...timestamps(),
}) {
  static readonly user = belongsTo(() => Person, 'user_id')
}
`)

    assert.equal(model?.table, 'todos')
    assert.equal(model.key, 'uuidId')
    assert.deepEqual(model.others, [
      { name: 'seal', kind: 'bytes' },
      { name: 'words', kind: 'array' },
    ])
    assert.deepEqual(model.withoutField, ['tags', 'seal', 'words'])
    assert.deepEqual(
      model.readOnly.map(({ name }) => name),
      ['seen_at', 'length'],
    )
    assert.deepEqual(toColumnWords(model.fields), [
      'title:text:unique',
      'done:boolean',
      'state:text',
      'note:text:nullable',
      'price:decimal:12:4',
      'due_on:date:nullable',
      'phase:enum:draft,in review:index',
      `mood:enum:it's fine,so-so,a "b"`,
      'code:text',
      'size:bigint',
      'user:belongsTo:Person',
    ])
  })

  it('reads a model as any formatter leaves it, with comments and either quotes', () => {
    const model = readModel(`import { belongsTo, c, Model, timestamps } from "tenon/models"
import { scans } from "../disks.ts"

export class Todo extends Model(
  "todos",
  {
    id: c.id(),
    title: c.text(), // shown
    /* the "long" one, up to its end */
    body: c.text({
      // letters
      max: 2_000,
    }),
    state: c
      .enum([
        "open",
        'paid, "in part"', // for now
      ])
      .index(),
    "note": c.text().nullable(), total: c.decimal(12, 4),
    due: c.date().default("2026-01-01"),
    url: c.text().default('https://example.com').unique(),
    settings: c.json<{ on: () => Map<string, number> }>(),
    scan: c.file(
      scans,
    ).nullable(), // isn't needed
    user_id: c.integer().index().references("people.id", { onDelete: "cascade" }),
    ...timestamps(),
    last: c.boolean() // without a comma
  },
  { search: ["title"] },
) {
  static user = belongsTo(() => Person, "user_id")
}
`)

    assert.equal(model?.table, 'todos')
    assert.deepEqual(model.unread, [])
    assert.deepEqual(model.withoutField, ['settings'])
    assert.deepEqual(toColumnWords(model.fields), [
      'title:text',
      'body:text:long',
      'state:enum:open,paid, "in part":index',
      'note:text:nullable',
      'total:decimal:12:4',
      'due:date',
      'url:text:unique',
      'scan:file:nullable',
      'user:belongsTo:Person',
      'last:boolean',
    ])
    assert.equal(model.fields.find(({ name }) => name === 'body')?.max, 2000)
    assert.equal(model.fields.find(({ name }) => name === 'scan')?.disk?.path, 'app/disks.ts')
  })

  it('reads a model whose columns are all on one line', () => {
    const model = readModel(`export class A extends Model('as', { id: c.id(), on: c.date() }) {}`)

    assert.deepEqual(toColumnWords(model?.fields ?? []), ['on:date'])
  })

  it('names what it cannot read, of which a generator makes nothing', () => {
    const text = `export class Bill extends Model('bills', {
  id: c.id(),
  total: money('EUR'), // c.text()
  ...shared,
  ...softDeletes(),
}) {}
`
    const project: Project = {
      root: '/nowhere',
      pages: undefined,
      layout: 'none',
      access: 'everybody',
      read: (path) => (path === 'app/models/bill.ts' ? text : undefined),
      list: () => [],
    }

    assert.deepEqual(readModel(text)?.unread, ["total: money('EUR')", '...shared'])
    assert.throws(() => readWhole(toExistingNames('Bill'), project), {
      code: 'E_MAKE_MODEL',
      message: /bill\.ts declares "total: money\('EUR'\)", and "tenon make" reads columns that are/,
    })
  })

  it('reads the disk of a file, and where it is declared', () => {
    const model = readModel(`import { c, Model } from 'tenon/models'
import { avatars } from '../disks.ts'

export class User extends Model('users', {
  avatar: c.file(avatars).nullable(),
  scan: c.file(unknown),
}) {}
`)

    assert.deepEqual(
      model?.fields.map(({ name, disk }) => [name, disk]),
      [['avatar', { name: 'avatars', path: 'app/disks.ts' }]],
    )
  })

  it('reads every model of the examples and kits', () => {
    const repository = join(import.meta.dirname, '../../../../..')
    const pattern = '{examples,packages/create-tenon/templates}/*/app/models/*.ts'
    const models = globSync(pattern, { cwd: repository }).filter((path) =>
      readFileSync(join(repository, path), 'utf8').includes('extends Model('),
    )

    const unread = models.filter((path) => {
      const model = readModel(readFileSync(join(repository, path), 'utf8'))
      return model === undefined || model.key === ''
    })

    assert.ok(models.includes('examples/accounts/app/models/user.ts'))
    assert.deepEqual(unread, [])
  })

  it('returns undefined for a file of an unexpected form', () => {
    assert.equal(readModel('export const Todo = makeModel()\n'), undefined)
  })
})

describe('readTypes', () => {
  const disks = `export const avatars = disk('avatars', {
  variants: { small: { width: 96 } },
  types: ['image/png', 'image/jpeg'],
})
export const things = disk('things')
export const papers = disk('papers', { types: ['application/pdf'] })
const pictures = ['image/png']
export const covers = disk('covers', { types: pictures })
`

  it('reads the types that a disk accepts, if it names them there', () => {
    const names = ['avatars', 'things', 'papers', 'covers', 'unknown']
    const read = names.map((name) => readTypes(disks, name))

    const expected = [['image/png', 'image/jpeg'], undefined, ['application/pdf'], [], undefined]
    assert.deepEqual(read, expected)
  })
})
