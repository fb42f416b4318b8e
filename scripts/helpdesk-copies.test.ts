import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from './command.ts'

/** What the helpdesk has changed of the kit: its own routes, pages, texts and tests. */
const changed = new Set([
  'README.md',
  'app/controllers/accounts/settings.ts',
  'app/controllers/home.ts',
  'app/controllers/teams/acceptance.ts',
  'app/requests/team-requests.ts',
  'app/routes.ts',
  'app/team-routes.ts',
  'database/factories/team.ts',
  'database/migrations/2026_11_23_000001_create_teams.ts',
  'main.ts',
  'package.json',
  'resources/app.tsx',
  'resources/components/accounts/SignedInLayout.tsx',
  'resources/components/accounts/brand.ts',
  'resources/components/teams/TeamLayout.tsx',
  'resources/mails.d.ts',
  'resources/pages.d.ts',
  'resources/pages/Teams/Index.tsx',
  'tests/home.test.ts',
  'tests/teams.test.ts',
])

it('what the helpdesk has of the kit is the same as in the kit, so a cure there is not forgotten here', () => {
  const helpdesk = join(root, 'examples/helpdesk')
  const own = new Set(files(helpdesk))
  for (const kit of ['examples/accounts', 'packages/create-tenon/templates/teams']) {
    const shared = files(join(root, kit)).filter((file) => own.has(file) && !changed.has(file))

    const different = shared.filter((file) => read(helpdesk, file) !== read(join(root, kit), file))

    assert.ok(shared.length > 20, `${shared.length} files of ${kit}`)
    assert.deepEqual(different, [], `copy these files of ${kit}, or list them above`)
  }
})

function files(folder: string): readonly string[] {
  return globSync('{app,database,resources,tests}/**/*.{ts,tsx,css}', { cwd: folder })
}

function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}
