import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { listMigrations, loadMigrations } from './migration-source.ts'
import { migration } from './migration.ts'

const door = new URL('../../migrations.ts', import.meta.url).href

describe('a folder of migrations', () => {
  it('is read in order of names, TypeScript and JavaScript alike', async () => {
    using folder = temporaryFolder({
      '2026_11_20_000002_second.js': `export { default } from './2026_11_20_000001_first.ts'`,
      '2026_11_20_000001_first.ts': `import { migration, type Migration } from '${door}'
        const first: Migration = migration([])
        export default first`,
      '2026_11_20_000001_first.js.map': '{}',
      '2026_11_20_000001_first.d.ts': '',
      '.DS_Store': '',
    })

    const loaded = await loadMigrations(folder.path)

    assert.deepEqual(loaded, [
      { name: '2026_11_20_000001_first', migration: migration([]) },
      { name: '2026_11_20_000002_second', migration: migration([]) },
    ])
  })

  it('has no migrations if it does not exist', async () => {
    assert.deepEqual(await listMigrations('/nowhere/at/all'), [])
  })

  it('rejects files that are not named like migrations', async () => {
    using dashes = temporaryFolder({ '2026-11-20-create.ts': '' })
    using text = temporaryFolder({ 'notes.md': '' })

    const expected = { code: 'E_MIGRATION_NAME' }
    await assert.rejects(listMigrations(dashes.path), {
      ...expected,
      message: /2026-11-20-create.ts/,
    })
    await assert.rejects(listMigrations(text.path), { ...expected, message: /notes\.md/ })
  })

  it('rejects duplicate migrations', async () => {
    using folder = temporaryFolder({ '2026_11_20_000001_a.ts': '', '2026_11_20_000001_a.js': '' })

    await assert.rejects(listMigrations(folder.path), {
      code: 'E_MIGRATION_DUPLICATE',
      message: /2026_11_20_000001_a/,
    })
  })

  it('rejects a file that exports no migration, or cannot be loaded', async () => {
    using empty = temporaryFolder({ '2026_11_20_000001_a.ts': 'export default 1' })
    using broken = temporaryFolder({ '2026_11_20_000001_b.ts': 'throw new Error("broken")' })

    const expected = { code: 'E_MIGRATION_FILE' }
    await assert.rejects(loadMigrations(empty.path), { ...expected, message: /000001_a\.ts/ })
    await assert.rejects(loadMigrations(broken.path), { ...expected, message: /000001_b.*broken/ })
  })

  it('names the file and the operation that cannot be rolled back', async () => {
    using folder = temporaryFolder({
      '2026_11_20_000001_drop.ts': `import { dropColumn, migration } from '${door}'
        export default migration([dropColumn('todos', 'title')])`,
    })

    await assert.rejects(loadMigrations(folder.path), {
      code: 'E_MIGRATION_NOT_INVERTIBLE',
      message: /2026_11_20_000001_drop\.ts.*dropColumn\('todos', 'title'\)/,
    })
  })
})

describe('a list of migrations', () => {
  it('is sorted by name, and checked like a folder', async () => {
    const [a, b] = ['2026_11_20_000001_a', '2026_11_20_000002_b'].map((name) => ({
      name,
      migration: migration([]),
    }))
    assert.ok(a && b)

    assert.deepEqual(await listMigrations([b, a]), [a.name, b.name])
    await assert.rejects(listMigrations([a, a]), { code: 'E_MIGRATION_DUPLICATE' })
    await assert.rejects(listMigrations([{ ...a, name: 'a' }]), { code: 'E_MIGRATION_NAME' })
  })
})

function temporaryFolder(files: Record<string, string>): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tenon-migrations-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}
