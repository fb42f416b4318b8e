// An application with its own commands.
import { application, command, get, routes } from '../../src/index.ts'
import { BadRequest } from '../../src/errors.ts'
import { c, Model } from '../../src/models.ts'
import { currentDatabase } from '../../src/database.ts'
import { createMigrator, createTable, migration } from '../../src/migrations.ts'

class User extends Model('users', { id: c.id(), email: c.text().unique() }) {}

const createUsers = migration([createTable('users', { id: c.id(), email: c.text().unique() })])

const addUser = command('users:add', {
  summary: 'Add a user',
  words: '<email>',
  options: {
    quiet: { type: 'boolean', summary: 'Print nothing' },
    domain: { type: 'string', summary: 'The domain of a bare name' },
  },
}).run(async ({ words: [email], options, print }) => {
  if (email === undefined) throw new BadRequest('Name the user: users:add ada@example.com')
  await createMigrator(currentDatabase(), [
    { name: '2026_11_20_000001_create_users', migration: createUsers },
  ]).migrate()
  const { domain } = options
  const user = await User.create({ email: domain === undefined ? email : `${email}@${domain}` })
  if (!options.quiet) print(`${user.email} is number ${user.id}`)
})

const failing = command('fail', { summary: 'Fail with a code of its own' }).run(() => 7)

export const app = application({
  root: import.meta.dirname,
  routes: routes([
    get('/users', () => 'users').name('users.index'),
    get('/users/new', () => 'new').name('users.create'),
    get('/ping', () => 'pong'),
  ]),
  commands: [addUser, failing],
})
await app.run(process.argv.slice(2))
