import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { planExpansion } from './expansion.ts'
import type { Project } from './project.ts'

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
  { search: ['role'], retired: { old: c.text().nullable() } },
) {}
`

describe('planExpansion', () => {
  it('renames a column, which was another one', () => {
    const { path, text, name } = planExpansion(['rename', 'tickets.title', 'subject'], project())

    assert.equal(path, 'app/models/ticket.ts')
    assert.equal(name, 'rename tickets title')
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
  }
  return {
    root: '/nowhere',
    pages: undefined,
    layout: 'none',
    access: 'everybody',
    read: (path) => files[path],
    list: () => ['user.ts', 'ticket.ts'],
  }
}
