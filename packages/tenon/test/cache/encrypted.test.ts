import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createStore } from '../../src/cache.ts'
import { skipWithoutRedis, startRedis } from '../support/redis-server.ts'
import { recordLog } from './recorded-log.ts'
import { findPort } from '../support/find-port.ts'

describe('rediss://', { skip: skipWithoutRedis }, () => {
  it('encrypts the connection if the process trusts the certificate', async () => {
    using certificate = createCertificate()
    const port = await findPort()
    const settings = `--tls-port ${port} --tls-auth-clients no --tls-cert-file ${certificate.path}
      --tls-key-file ${certificate.keyPath} --tls-ca-cert-file ${certificate.path}`
    await using _server = await startRedis(settings.split(/\s+/))
    const redisUrl = `rediss://localhost:${port}`

    const distrustfulLog = recordLog()
    using distrustful = await createStore({ redisUrl, log: distrustfulLog })
    using _trust = trustAlso(certificate.text)
    using store = await createStore({ redisUrl, log: recordLog(), answerTimeout: '3000ms' })
    await store.cache.set('key', 'value', { ttl: '1m' })

    assert.equal(await store.cache.get('key'), 'value')
    assert.equal(distrustful.state, 'away')
    assert.match(String(distrustfulLog.lines[0]?.fields.error), /self-signed certificate/)
  })
})

function createCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-redis-'))
  const [path, keyPath] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', keyPath, '-out', path]
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files]
  execFileSync('openssl', words, { stdio: 'ignore' })
  return {
    path,
    keyPath,
    text: readFileSync(path, 'utf8'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

function trustAlso(certificate: string): Disposable {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  return { [Symbol.dispose]: () => setDefaultCACertificates(before) }
}
