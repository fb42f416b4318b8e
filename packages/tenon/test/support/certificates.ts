import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A certificate authority for a test. */
export interface CertificateAuthority extends Disposable {
  /** Its own certificate, for clients to trust or not. */
  readonly file: string
  /** Issues a certificate for a name; returns the path without `.crt` and `.key`. */
  issue(name: string): string
}

export function createAuthority(): CertificateAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-authority-'))
  const openssl = (args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', '/CN=authority of a test', '-days', '1']
  openssl(['req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', ...subject])
  return {
    file: join(folder, 'ca.crt'),
    issue(name) {
      const [request, extensions] = [`${name}.csr`, `${name}.cnf`]
      writeFileSync(join(folder, extensions), `subjectAltName=DNS:${name}\n`)
      openssl(['req', ...key, '-keyout', `${name}.key`, '-out', request, '-subj', `/CN=${name}`])
      const signer = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1']
      const files = ['-in', request, '-extfile', extensions, '-out', `${name}.crt`]
      openssl(['x509', '-req', ...signer, ...files])
      return join(folder, name)
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
