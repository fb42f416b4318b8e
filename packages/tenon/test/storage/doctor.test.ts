import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { checkStorage } from '../../src/application/doctor/check-storage.ts'
import { toProblem } from '../../src/stores/storage/s3/bucket-problem.ts'
import { notes, startBinary } from '../faults/start-binary.ts'
import { MapFiles } from './map-files.ts'
import { startS3Server } from './s3-server.ts'

const examine = async (storageUrl: string) =>
  (await checkStorage({ storageUrl })).map(({ level, problem }) => `${level}: ${problem}`)

describe('doctor, of a folder of files', () => {
  it('finds nothing wrong if it can be written or created, and does not create it', async () => {
    using folder = temporaryFolder()
    const missing = join(folder.path, 'later/storage')

    const found = [...(await examine(`file:${folder.path}`)), ...(await examine(`file:${missing}`))]

    assert.deepEqual(found, [])
    assert.equal(existsSync(join(folder.path, 'later')), false)
    assert.deepEqual(readdirSync(folder.path), [])
  })

  it('reports a file in its place or above it, with exit code 1', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'taken')
    writeFileSync(file, '')
    const environment = { STORAGE_URL: `file:${file}`, DATABASE_URL: 'sqlite::memory:' }

    const found = [...(await examine(`file:${file}`)), ...(await examine(`file:${file}/below`))]
    const { code, stdout } = await startBinary(environment, { file: notes, argv: ['doctor'] }).ended

    const expected = `error: "${file}" is not a folder`
    assert.deepEqual(found, [expected, expected])
    assert.equal(code, 1)
    assert.match(stdout, /^error {4}STORAGE_URL: .*taken" is not a folder/m)
  })

  it('reports a folder that the user cannot write to', () => {
    using folder = temporaryFolder()
    chmodSync(folder.path, 0o500)

    const there = examineAsOther(`file:${folder.path}`)
    const missing = examineAsOther(`file:${folder.path}/storage`)

    assert.match(
      there,
      /error","subject":"STORAGE_URL","problem":"This user cannot write to the fo/,
    )
    assert.match(
      missing,
      /warning","subject":"STORAGE_URL","problem":"The folder .* does not exist/,
    )
  })
})

describe('doctor, of a store of the application', () => {
  it('reports what it throws, and does not look at STORAGE_URL', async () => {
    const failing = new MapFiles()
    failing.list = () => {
      throw new Error('The key is wrong')
    }
    const [working, found] = await Promise.all([
      checkStorage({ storageUrl: 'file:/proc/none' }, new MapFiles()),
      checkStorage({ storageUrl: 'file:/proc/none' }, failing),
    ])

    assert.deepEqual(working, [])
    assert.deepEqual(
      found.map(({ level, subject, problem }) => [level, subject, problem]),
      [['error', 'storage.store', 'The store of files fails: Error: The key is wrong']],
    )
  })
})

describe('doctor, of a bucket', () => {
  it('lists it, and reports one that does not exist or whose store is away', async () => {
    const server = await startS3Server({ checksSignatures: false })
    const there = await examine(server.url)
    const missing = await examine(server.url.replace('s3://files', 's3://elsewhere'))
    const away = await examine(server.url.replace(/:\d+$/, ':1'))
    await server[Symbol.asyncDispose]()

    assert.deepEqual(there, [])
    assert.deepEqual(missing, ['error: The bucket "elsewhere" does not exist'])
    assert.match(away.join(), /^error: The store of the bucket "files" does not answer: .*ECONNREF/)
  })

  it('reports keys that are refused, and keys that may not list', async () => {
    await using server = await startS3Server()
    const secret = process.env['AWS_SECRET_ACCESS_KEY']
    process.env['AWS_SECRET_ACCESS_KEY'] = 'wrong'

    const refused = await examine(server.url)
    process.env['AWS_SECRET_ACCESS_KEY'] = secret
    const denied = toProblem('files', Object.assign(new Error('No'), { name: 'AccessDenied' }))

    assert.match(refused.join(), /^error: The keys of S3 are missing or refused: /)
    assert.equal(denied.isFatal, true)
    assert.match(denied.problem, /may not list the bucket "files", so S3 answers 403/)
  })

  it('warns about a store on another machine without TLS', async () => {
    const [first] = await examine('s3://files?region=x&endpoint=http://store.invalid:1')

    assert.equal(first, 'warning: Files are sent to store.invalid unencrypted')
  })
})

/**
 * Examines a URL as a user without privileges, since permissions do not bind root. Loads the code
 * before, which that user may not be able to read.
 */
function examineAsOther(url: string): string {
  const sources = join(import.meta.dirname, '../../src')
  const program = `
    await import('${sources}/stores/storage/served/folder-store.ts')
    const { checkStorage } = await import('${sources}/application/doctor/check-storage.ts')
    if (process.getuid() === 0) process.setuid(65534)
    console.log(JSON.stringify(await checkStorage({ storageUrl: ${JSON.stringify(url)} })))`
  const args = ['--conditions=source', '--input-type=module', '--eval', program]
  return execFileSync(process.execPath, args, { encoding: 'utf8' })
}

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tenon-doctor-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
