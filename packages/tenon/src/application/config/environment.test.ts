import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnvironment } from './environment.ts'

const createFolder = () => mkdtempDisposableSync(join(tmpdir(), 'tenon-environment-'))

describe('readEnvironment', () => {
  it('takes each variable from the first place that has it', () => {
    using folder = createFolder()
    writeFileSync(join(folder.path, '.env'), 'A=1\nB=1\nC=1\nD=1\nAPP_ENV=staging\n')
    writeFileSync(join(folder.path, '.env.local'), 'B=2\nC=2\nD=2\n')
    writeFileSync(join(folder.path, '.env.staging'), 'C=3\nD=3\n')
    writeFileSync(join(folder.path, '.env.staging.local'), 'D=4\nE=4\n')

    const environment = readEnvironment({ E: '5', A: '', F: '' }, folder.path)

    const values = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => environment.get(name))
    assert.deepEqual(values, ['1', '2', '3', '4', '5', undefined])
  })

  it('names the file that cannot be read', () => {
    using folder = createFolder()
    mkdirSync(join(folder.path, '.env'))

    assert.throws(() => readEnvironment({}, folder.path), {
      code: 'E_ENVIRONMENT',
      message: /environment file ".*\.env" cannot be read \(EISDIR\)/,
    })
  })
})
