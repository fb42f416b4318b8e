import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { findAcrossOwners } from './across-owners.ts'

it('lists the lines that read the records of all owners', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-audit-'))
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder.path, path, '..'), { recursive: true })
    writeFileSync(join(folder.path, path), text)
  }
  write(
    'app/reports/all.ts',
    'const all = 1\n// Ticket.ofAnyone()\nawait Ticket.ofAnyone().count()\n',
  )
  write('app/member.ts', '  return Membership.ofAnyone()\n')
  write('tests/all.test.ts', 'await Ticket.ofAnyone().count()\n')

  assert.deepEqual(findAcrossOwners(folder.path), ['app/member.ts:1', 'app/reports/all.ts:3'])
})

it('finds nothing in a build', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-audit-'))

  assert.deepEqual(findAcrossOwners(folder.path), [])
})
