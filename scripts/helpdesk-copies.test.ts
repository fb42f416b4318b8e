import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from './command.ts'

/** What the helpdesk has changed of the accounts: its own routes, pages, texts and tests. */
const changed = new Set([
  'README.md',
  'app/auth.ts',
  'app/controllers/home.ts',
  'app/routes.ts',
  'main.ts',
  'package.json',
  'resources/app.tsx',
  'resources/components/accounts/SignedInLayout.tsx',
  'resources/components/accounts/brand.ts',
  'resources/components/accounts/token-abilities.ts',
  'resources/mails.d.ts',
  'resources/pages.d.ts',
  'resources/words/home.ts',
  'tests/home.test.ts',
])

it('what the helpdesk has of the accounts is the same as in their example, so a cure there is not forgotten here', () => {
  const [helpdesk, accounts] = [join(root, 'examples/helpdesk'), join(root, 'examples/accounts')]
  const own = new Set(files(helpdesk))
  const shared = files(accounts).filter((file) => own.has(file) && !changed.has(file))

  const different = shared.filter((file) => read(helpdesk, file) !== read(accounts, file))

  assert.ok(shared.length > 20, `${shared.length} files`)
  assert.deepEqual(different, [], 'copy these files of examples/accounts, or list them above')
})

it('what examples have of the parts is the same as in the helpdesk, which uses all of them', () => {
  const copies = globSync('examples/*/resources/components/parts/*', { cwd: root })

  const different = copies.filter(
    (path) => read(root, path) !== read(root, path.replace(/^examples\/\w+/, 'examples/helpdesk')),
  )

  assert.ok(copies.length > 8, `${copies.length} files`)
  assert.deepEqual(different, [], 'copy these files of examples/helpdesk')
})

function files(folder: string): readonly string[] {
  return globSync('{app,database,resources,tests}/**/*.{ts,tsx,css}', { cwd: folder })
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}
