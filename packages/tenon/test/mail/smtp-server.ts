import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { createAuthority, type CertificateAuthority } from '../support/certificates.ts'

/** A mail that a server has taken over. */
export interface ReceivedMail {
  readonly from: string
  readonly recipients: readonly string[]
  readonly source: string
  readonly isEncrypted: boolean
  readonly user: string | undefined
}

/** A mail server of this test, on this machine. */
export interface TestMailServer extends AsyncDisposable {
  readonly port: number
  readonly received: readonly ReceivedMail[]
}

/** Starts a mail server; `port` 0 picks a free one. */
export async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    logger: false,
    ...options,
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const source = await text(stream).catch(() => undefined)
      // The connection was lost, so the client has no answer and asks again.
      if (source === undefined) return
      received.push({
        from: mailFrom === false ? '' : mailFrom.address,
        recipients: rcptTo.map(({ address }) => address),
        source,
        isEncrypted: session.secure,
        user: session.user,
      })
      done()
    },
  })
  // A client that does not trust the certificate hangs up.
  server.on('error', () => {})
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    received,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A certificate for `localhost`. */
export interface TestCertificate extends Disposable {
  readonly key: Buffer
  readonly cert: Buffer
}

/** Issues a certificate for `localhost`, which this process trusts until it is disposed, if told to. */
export function createCertificate({ isTrusted }: { isTrusted: boolean }): TestCertificate {
  const authority: CertificateAuthority = createAuthority()
  const path = authority.issue('localhost')
  const before = tls.getCACertificates('default')
  const own = readFileSync(authority.file, 'utf8')
  if (isTrusted) tls.setDefaultCACertificates([...before, own])
  return {
    key: readFileSync(`${path}.key`),
    cert: readFileSync(`${path}.crt`),
    [Symbol.dispose]() {
      tls.setDefaultCACertificates(before)
      authority[Symbol.dispose]()
    },
  }
}
