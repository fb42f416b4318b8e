import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileLines, compilerNames, compileProject, toFiles } from '../support/compile-project.ts'

const application = `import { get, handler, html, json, page, redirect, routes, text } from 'tenon'
import { Conflict, NotFound } from 'tenon/errors'
import type { HttpRequest } from 'tenon'
import { answer, list } from 'tenon/answers'
import { lock, type Cache } from 'tenon/cache'
import { event } from 'tenon/events'
import { job } from 'tenon/jobs'
import { log } from 'tenon/log'
import { mail } from 'tenon/mail'
import { c, hasMany, Model, reveal, view } from 'tenon/models'
import { channel, defer, flash, live } from 'tenon/pages'
import { disk } from 'tenon/storage'
import type { StandardSchemaV1 } from '@standard-schema/spec'

class Post extends Model('posts', { id: c.id(), title: c.text(), user_id: c.integer() }) {}
class User extends Model('users', {
  id: c.id(), name: c.text(), password: c.text().hidden(), token: c.text().nullable().hidden(),
  salary: c.integer().hidden(), born_at: c.timestamp().hidden(), keys: c.json<{ card: string }>().hidden(),
  internal: c.uuid().unique().hidden(),
}) {
  static posts = hasMany(() => Post, 'user_id')
}
class Note extends Model('notes', { id: c.uuidId().hidden(), text: c.text() }) {}
declare module 'tenon' {
  interface Register {
    mails: { Welcome: (props: { user: { name: string; hash?: string } }) => unknown }
    pages: {
      User: (props: { user: { name: string; hash?: string } }) => unknown
      Users: (props: { users: { name: string; hash?: string }[] }) => unknown
    }
    flash: { message: string }
  }
}
declare const user: User
declare const users: readonly User[]
declare const note: Note
declare const cache: Cache
declare const request: HttpRequest
declare const one: StandardSchemaV1<{ name: string }>
declare const named: StandardSchemaV1<{ user: { name: string } }>
const greet = job('greet', named).run(() => {})
const greeted = event<{ name: string }>('user.greeted')
const stating = handler({ user: User })
const photos = disk('photos')
const typing = channel('typing', {}).messages(named)
declare function pick<Of, Name extends keyof Of>(of: Of, ...names: Name[]): Pick<Of, Name>

// Correct, so it reports nothing.
json({ user, users, name: user.name, has: user.token !== null, note: note.id })
page('User', { user: { name: user.name, hash: reveal(user.password) } })
const salary: number = reveal(user.salary)
const token: string | null = reveal(user.token)
const card: string = reveal(user.keys).card
const unhidden: string = reveal(user.name)
log.info('Logged in', { user: user.id, at: new Date(), error: new Error('x'), list: [1, { a: null }] })
flash(request, { message: 'Saved' })
void User.where('password', reveal(user.password)).update({ password: 'x', token: null })
void User.create({ name: 'a', password: 'b', salary: 1, born_at: new Date(), keys: { card: '' }, internal: '' })
void User.by('internal')
view(User, ['name']).compute('paid', ['salary'], ({ salary }) => reveal(salary) > 0)
function nameOf<Person extends { name: string }>(person: Person): void { log.info('Person', { name: person.name }) }
nameOf(user)
`

/** Ways to leak a hidden value, and the sentence that the compiler says. */
const leaks: ReadonlyArray<readonly [code: string, sentence: string]> = [
  [
    `json({ hash: user.password })`,
    'hash: users.password is hidden: leave it out, or use its value with reveal()',
  ],
  [`json({ user: { deep: [{ hash: user.password }] } })`, 'users.password is hidden'],
  [`json({ token: user.token })`, 'token: users.token is hidden'],
  [`json(user.password)`, 'users.password is hidden'],
  [`json(users.map(({ name, password }) => ({ name, password })))`, 'users.password is hidden'],
  [`json({ ...user })`, 'A copy of a record holds its hidden columns'],
  [`json({ ...reveal({ password: user.password }) })`, 'password: users.password is hidden'],
  [`json(Object.fromEntries([['hash', user.password]]))`, 'users.password is hidden'],
  [`json({ latest: [user.born_at, user.salary] })`, 'is hidden'],
  [`json({ keys: user.keys })`, 'keys: users.keys is hidden'],
  [`json(await User.query().pluck('password'))`, 'users.password is hidden'],
  [
    `json(await User.query().select('name', 'password').all())`,
    'password: users.password is hidden',
  ],
  [`json({ best: await User.query().max('salary') })`, 'best: users.salary is hidden'],
  [`json({ least: await User.query().min('password') })`, 'least: users.password is hidden'],
  [`json(await User.query().groupBy('name').max('salary').all())`, 'users.salary is hidden'],
  [`json(await User.query().groupBy('password').count().all())`, 'users.password is hidden'],
  [
    `json(await User.query().select('name').json('keys', ['card'], { as: 'card' }).all())`,
    'keys is hidden',
  ],
  [
    `json(await User.where('id', 1).update({ name: 'a' }, { returning: ['password'] }))`,
    'users.password is hidden',
  ],
  [`json({ was: user.changes.password?.from })`, 'password is hidden'],
  [`page('User', { user: { name: user.name, hash: user.password } })`, 'users.password is hidden'],
  [`page('User', { user: { ...user } })`, 'A copy of a record holds its hidden columns'],
  [
    `page('Users', { users: users.map((each) => ({ name: each.name, hash: each.password })) })`,
    'users.password is hidden',
  ],
  [
    `page('Users', { users: defer(() => [{ name: user.name, hash: user.password }]) })`,
    'users.password is hidden',
  ],
  [
    `page('Users', { users: live(() => [{ name: user.name, hash: user.password }]) })`,
    'users.password is hidden',
  ],
  [`stating.answers(one).run(({ user }) => ({ name: user.password }))`, 'users.password is hidden'],
  [
    `stating.answers({ 201: one }).run(({ user }) => answer(201, { name: user.password }))`,
    'users.password is hidden',
  ],
  [
    `stating.answers(list(one)).run(({ user }) => [{ name: user.password }])`,
    'users.password is hidden',
  ],
  [`void greet.dispatch({ user: { name: user.password } })`, 'users.password is hidden'],
  [`void greeted.emit({ name: user.password })`, 'users.password is hidden'],
  [
    `void mail('Welcome', { user: { name: 'a', hash: user.password } }).send()`,
    'users.password is hidden',
  ],
  [`void mail('Welcome', { user }).subject(user.password).send()`, 'users.password is hidden'],
  [`void cache.set('user', { hash: user.password }, { ttl: '1m' })`, 'users.password is hidden'],
  [
    `void cache.fetch('user', { ttl: '1m' }, async () => [{ hash: user.password }])`,
    'users.password is hidden',
  ],
  [`void cache.get(user.password)`, 'users.password is hidden'],
  [
    `log.info('Logged in', { user: { hash: user.password } })`,
    'user.hash: users.password is hidden',
  ],
  [`log.warn(user.password)`, 'users.password is hidden'],
  [`flash(request, { message: user.password })`, 'users.password is hidden'],
  [`text(user.password)`, 'users.password is hidden'],
  [`html('<p>' + user.password)`, "The '+' operator cannot be applied to type 'symbol'"],
  ['text(`Your password: ${user.password}`)', "Implicit conversion of a 'symbol' to a 'string'"],
  [`redirect(user.internal)`, 'users.internal is hidden'],
  [`text('').header('x-user', user.password)`, 'users.password is hidden'],
  [`text('').cookie('user', user.password)`, 'users.password is hidden'],
  [`throw new NotFound(user.password)`, 'users.password is hidden'],
  [
    'throw new Conflict(`Taken by ${user.password}`)',
    "Implicit conversion of a 'symbol' to a 'string'",
  ],
  [`view(User, ['name', 'password'])`, 'password of users is hidden'],
  [
    `view(User, []).compute('hash', ['password'], ({ password }) => password)`,
    'users.password is hidden',
  ],
  [`void photos.find(user.internal)`, 'users.internal is hidden'],
  [`void photos.url(user.password, { expiresIn: '1m' })`, 'users.password is hidden'],
  [`void photos.put(user.password)`, 'users.password is hidden'],
  [`void lock(user.password)`, 'users.password is hidden'],
  [`void typing.publish({}, { user: { name: user.password } })`, 'users.password is hidden'],
  [
    `routes([get('/users/{user}', stating.answers(one).run(({ user }) => ({ name: user.password }))).tool('Reads a user')])`,
    'users.password is hidden',
  ],
  [`json(pick(user, 'name', 'password'))`, 'password: users.password is hidden'],
  [`const leaked: string = user.password`, 'users.password is hidden'],
  [`if (user.password === 'secret') text('')`, 'users.password is hidden'],
  [
    `user.password.slice(0, 5)`,
    "Property 'slice' does not exist on type 'Hidden<\"users.password is hidden",
  ],
]

describe('the value of a hidden column', () => {
  for (const compiler of compilerNames) {
    it(`leaves in none of ${leaks.length} ways, says ${compiler}`, { timeout: 120_000 }, () => {
      const blocks = leaks.map(([code]) => `;async () => { ${code} }`)
      const said = compileLines(application, blocks, compiler)

      const unsaid = leaks.filter(([, sentence], i) => said[i]?.includes(sentence) !== true)
      assert.deepEqual(unsaid, [], said.join('\n'))
    })

    it(`does not disturb other code, says ${compiler}`, { timeout: 120_000 }, () => {
      assert.equal(compileProject(toFiles(application), compiler), '')
    })
  }
})
