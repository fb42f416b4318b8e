import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseColumns, toColumnWords } from './column-words.ts'
import { readModel } from './model-source.ts'
import type { Project } from './project.ts'
import { toAsked } from './resource.ts'
import { createTableText, modelText } from '../templates/model-templates.ts'
import { toNames } from '../templates/names.ts'
import { policyText } from '../templates/policy-template.ts'
import { requestText } from '../templates/request-template.ts'
import { withoutOwner } from '../templates/field.ts'
import { plainWords as words } from '../templates/words/words.ts'

const team = `export class Team extends Model('teams', {\n  id: c.id(),\n  name: c.text(),\n}) {}\n`
const project: Project = {
  root: '/nowhere',
  pages: undefined,
  layout: 'none',
  access: 'everybody',
  read: (path) => (path === 'app/models/team.ts' ? team : undefined),
  list: () => [],
}
const names = toNames('Ticket')

describe('a column that says whose records they are', () => {
  const fields = parseColumns(['team:owner', 'title:text'], project)

  it('is declared with its owner, which the model is read with again', () => {
    const text = modelText({ names, fields })

    assert.match(
      text,
      / {2}team_id: c\n {4}\.integer\(\)\n {4}\.owner\(\(\) => Team\)\n {4}\.index\(\)\n {4}\.references\('teams\.id', \{ onDelete: 'cascade' \}\),\n/,
    )
    assert.match(text, /import \{ Team \} from '\.\/team\.ts'/)
    assert.deepEqual(toColumnWords(readModel(text)?.fields ?? []), [
      'team:owner:Team',
      'title:text',
    ])
  })

  it('has no field in a form', () => {
    assert.doesNotMatch(requestText({ names, fields: withoutOwner(fields), words }, 'form'), /team/)
  })

  it('makes a policy ask the member, where the application has members', () => {
    assert.match(
      policyText({ names, fields }, { asksMember: true }),
      /policy\(\{ user: member \}, Ticket, \{/,
    )
    assert.match(policyText({ names, fields }, { asksMember: false }), /policy\(auth, Ticket, \{/)
  })

  it('keeps the record when the account of who has made it is deleted', () => {
    const user = `export class User extends Model('users', {\n  id: c.id(),\n}) {}\n`
    const read = (path: string) => (path === 'app/models/user.ts' ? user : project.read(path))
    const shared = parseColumns(['team:owner', 'user:belongsTo'], { ...project, read })
    const own = parseColumns(['user:belongsTo'], { ...project, read })

    assert.match(createTableText('tickets', shared), /user_id: .*\.nullable\(\).*'set null'/)
    assert.match(createTableText('tickets', own), /user_id: .*\.index\(\).*'cascade'/)
  })

  it('is one, which every record has', () => {
    const code = { code: 'E_MAKE_COLUMN' }

    assert.throws(() => parseColumns(['team:owner:nullable'], project), code)
    assert.throws(() => parseColumns(['team:owner:unique'], project), code)
    assert.throws(() => parseColumns(['team:owner', 'other:owner:Team'], project), code)
    assert.throws(() => parseColumns(['user:owner'], project), { code: 'E_MAKE_MODEL' })
  })
})

describe('a column with the key of another record of the same model', () => {
  const none: Project = { ...project, read: () => undefined }

  it('needs no model yet', () => {
    const fields = parseColumns(['parent:belongsTo:Ticket:nullable'], none, names)

    assert.deepEqual(toColumnWords(fields), ['parent:belongsTo:Ticket:nullable'])
    assert.match(createTableText('tickets', fields), /\.references\('tickets\.id', /)
    assert.match(modelText({ names, fields }), /static parent = belongsTo\(\(\) => Ticket, /)
  })

  it('must exist when it is sent, which the request asks the database', () => {
    const fields = parseColumns(
      [
        'code:text:unique',
        'parent:belongsTo:Ticket:nullable',
        'next:belongsTo:Ticket:nullable:unique',
      ],
      none,
      names,
    )
    const text = requestText({ names, fields, words }, 'form', toAsked({ names, fields }, none))

    assert.match(text, /import \{ body, exists, unique \} from 'tenon'/)
    assert.match(text, /\n {2}code: unique\(Ticket, 'code', \{ message: 'Code is taken' \}\),\n/)
    assert.match(
      text,
      /\n {2}parent_id: exists\(Ticket, \{ message: 'Parent id was not found' \}\),\n/,
    )
    assert.match(
      text,
      /\n {2}next_id: \[\n {4}exists\(Ticket, .*\),\n {4}unique\(Ticket, 'next_id', \{ message: 'Next id is taken' \}\),\n {2}\],\n/,
    )
  })

  it('is nullable, because the first record has none', () => {
    const message = /must be nullable: the first ticket has no other to belong to\./

    assert.throws(() => parseColumns(['parent:belongsTo:Ticket'], none, names), { message })
  })
})

it('a column is not named as a member of every record, and a relation not as one of a model', () => {
  const refused = [
    'delete:text',
    'constructor:text',
    'update:belongsTo:Team',
    'table:belongsTo:Team',
    'name:belongsTo:Team',
    'prototype:belongsTo:Team',
    'call:belongsTo:Team',
  ]

  for (const word of refused) {
    const message = new RegExp(`^"${word}" cannot be named so: models or their records have`)
    assert.throws(() => parseColumns([word], project), { code: 'E_MAKE_COLUMN', message }, word)
  }
  assert.equal(parseColumns(['table:text', 'query:owner:Team'], project).length, 2)
})

it('a column that is true or false is not unique', () => {
  assert.throws(() => parseColumns(['open:boolean:unique'], project), { code: 'E_MAKE_COLUMN' })
})

describe('a long text', () => {
  const fields = parseColumns(['body:text:long', 'note:text:long:nullable'], project)

  it('has a limit in the model, and none in the migration', () => {
    assert.match(createTableText('tickets', fields), / {4}body: c\.text\(\),\n/)
    assert.match(modelText({ names, fields }), / {2}body: c\.text\(\{ max: 10_000 \}\),\n/)
  })

  it('has the limit in a request', () => {
    const text = requestText({ names, fields, words }, 'form')

    assert.match(text, /\.max\(10_000, 'Body must have at most 10,000 characters'\)/)
  })

  it('is written as words again', () => {
    const read = readModel(modelText({ names, fields }))?.fields ?? []

    assert.deepEqual(toColumnWords(read), ['body:text:long', 'note:text:long:nullable'])
  })

  it('is not unique, and no other type is long', () => {
    const code = { code: 'E_MAKE_COLUMN' }

    assert.throws(() => parseColumns(['body:text:long:unique'], project), code)
    assert.throws(() => parseColumns(['size:integer:long'], project), code)
  })
})

describe('a column with the key of a file', () => {
  const fields = parseColumns(['scan:file', 'cover:file:nullable'], project)

  it('is text in the migration, and names the disk in the model', () => {
    assert.match(createTableText('tickets', fields), / {4}cover: c\.text\(\)\.nullable\(\),\n/)
    assert.match(modelText({ names, fields }), / {2}scan: c\.file\(ticketFiles\),\n/)
    assert.match(modelText({ names, fields }), /import \{ ticketFiles \} from '\.\.\/disks\.ts'/)
  })

  it('is an uploaded file in a request', () => {
    const text = requestText({ names, fields, words }, 'form')

    assert.match(text, /import \{ body, UploadedFile \} from 'tenon'/)
    assert.match(text, /scan: z\.instanceof\(UploadedFile, \{ error: 'Choose a scan' \}\),/)
  })

  it('is kept by a change that does not send one', () => {
    const text = requestText({ names, fields, words }, 'form')

    assert.match(text, /export const TicketRequest = body\(fields, \{ files: fileLimits \}\)/)
    assert.match(text, / {2}scan: fields\.shape\.scan\.nullish\(\),\n/)
  })

  it('may be as large as its disk allows, if that names a limit', () => {
    const disk = { name: 'scans', path: 'app/scans.ts', isLimited: true }
    const inOwn = fields.map((field) => ({ ...field, disk }))
    const inAny = fields.map((field) => ({ ...field, disk: { ...disk, isLimited: false } }))

    const [own, any] = [inOwn, inAny].map((each) =>
      requestText({ names, fields: each, words }, 'form'),
    )

    assert.match(own ?? '', /import \{ scans \} from '\.\.\/scans\.ts'/)
    assert.match(own ?? '', /const fileLimits = \{ scan: scans, \w+: scans \}/)
    assert.doesNotMatch(any ?? '', /fileLimits|scans\.ts/)
  })

  it('is written as words again', () => {
    assert.deepEqual(toColumnWords(readModel(modelText({ names, fields }))?.fields ?? []), [
      'scan:file',
      'cover:file:nullable',
    ])
    assert.deepEqual(toColumnWords(fields), ['scan:file', 'cover:file:nullable'])
  })

  it('is not unique, and has no index', () => {
    const code = { code: 'E_MAKE_COLUMN' }

    assert.throws(() => parseColumns(['scan:file:unique'], project), code)
    assert.throws(() => parseColumns(['scan:file:index'], project), code)
  })
})

describe('a boolean in a request', () => {
  const source = `export class Seat extends Model('seats', {
  id: c.id(),
  free: c.boolean(),
  open: c.boolean().default(true),
  warm: c.boolean().nullable(),
  near: c.boolean().nullable().default(false),
}) {}
`
  const seat = { names: toNames('Seat'), fields: readModel(source)?.fields ?? [] }
  const schemas = (sender: 'form' | 'program'): readonly string[] =>
    [...requestText({ ...seat, words }, sender).matchAll(/ {4}(\w+: .*),\n/g)].map(
      ([, line = '']) => line,
    )

  it('is false if a form does not send it, as browsers do with a checkbox', () => {
    assert.deepEqual(schemas('form'), [
      'free: z.boolean().default(false)',
      'open: z.boolean().default(false)',
      'warm: z.boolean().nullable().default(false)',
      'near: z.boolean().nullable().default(false)',
    ])
  })

  it('is left to the column if a program does not send it', () => {
    assert.deepEqual(schemas('program'), [
      'free: z.boolean()',
      'open: z.boolean().optional()',
      'warm: z.boolean().nullable().default(null)',
      'near: z.boolean().nullable().optional()',
    ])
  })
})

it('a form says that a number, a date or a time is required, a text column likewise', () => {
  const kinds = ['text', 'integer', 'real', 'bigint', 'decimal', 'date', 'time', 'timestamp']
  const fields = parseColumns(
    kinds.map((kind) => `its_${kind}:${kind}`),
    project,
  )

  const text = requestText({ names, fields, words }, 'form')

  const required = kinds.filter((kind) => text.includes(`'Its ${kind} is required'`))
  assert.deepEqual(required, kinds)
})

describe('a number that must stay exact, in a request', () => {
  const source = `export class Parcel extends Model('parcels', {
  id: c.id(),
  weight: c.decimal(6, 3),
  parts: c.bigint(),
}) {}
`
  const parcel = { names: toNames('Parcel'), fields: readModel(source)?.fields ?? [] }
  const messages = (sender: 'form' | 'program'): readonly string[] =>
    [...requestText({ ...parcel, words }, sender).matchAll(/\.string\('(.*)'\)/g)].map(
      ([, text = '']) => text,
    )

  it('is text, which a program is told that sends a number', () => {
    assert.deepEqual(messages('program'), [
      'Weight must be a number as text, such as "1.500"',
      'Parts must be a whole number as text, such as "12"',
    ])
  })

  it('is required of people, who leave a field of a form empty', () => {
    assert.deepEqual(messages('form'), ['Weight is required', 'Parts is required'])
  })
})

describe('a column whose type is named as elsewhere', () => {
  const refusals = [
    ['title:string', 'title:text'],
    ['title:VARCHAR(100):unique', 'title:text'],
    ['height:int?', 'height:integer:nullable'],
    ['height:integer?', 'height:integer:nullable'],
    ['price:decimal(6, 2)', 'price:decimal:6:2'],
    ['state:enum(open,paid)?', 'state:enum:open,paid:nullable'],
    ['starts_at:datetime', 'starts_at:timestamp'],
    ['team:references', 'team:belongsTo'],
  ] as const
  for (const [word, meant] of refusals) {
    it(`is refused with the word to write: ${word}`, () => {
      assert.throws(() => parseColumns([word], project), {
        code: 'E_MAKE_COLUMN',
        message: new RegExp(` is not a type\\. Write ${meant}\\.$`),
      })
    })
  }

  it('is refused with all types if its name is unknown', () => {
    assert.throws(
      () => parseColumns(['title:colour'], project),
      /is not a type\. Use bigint, .*owner\.$/,
    )
  })
})
