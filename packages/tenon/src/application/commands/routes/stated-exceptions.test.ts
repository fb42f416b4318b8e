import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { findStatedExceptions } from './stated-exceptions.ts'

it('lists the lines that read the records of all owners, and those that reveal hidden values', () => {
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
  write(
    'app/tokens.ts',
    'import { reveal } from "tenon/models"\nconst token = reveal(user.token)\nit.reveal(token)\n',
  )
  write('tests/all.test.ts', 'await Ticket.ofAnyone().count()\n')

  assert.deepEqual(findStatedExceptions(folder.path), [
    'ofAnyone() in app/member.ts:1, app/reports/all.ts:3',
    'reveal() in app/tokens.ts:2',
  ])
})

it('finds nothing in a build', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-audit-'))

  assert.deepEqual(findStatedExceptions(folder.path), [])
})
