import { once } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream'
import { createServer } from 'node:tls'
import { createAuthority } from '../support/certificates.ts'
import { startS3Server, type S3Server } from './s3-server.ts'

/** A server of the S3 protocol as browsers need it on a page that came over TLS. */
export interface TlsS3Server extends S3Server {
  /** What its clients have to trust, for `NODE_EXTRA_CA_CERTS`. */
  readonly authority: string
}

export async function startS3OverTls(): Promise<TlsS3Server> {
  await using stack = new AsyncDisposableStack()
  const server = stack.use(await startS3Server({ checksSignatures: false }))
  const authority = stack.use(createAuthority())
  // A unit runs as another user.
  chmodSync(dirname(authority.file), 0o755)
  const certificate = authority.issue('localhost')
  const plain = new URL(new URL(server.url).searchParams.get('endpoint') ?? '')
  const secure = createServer(
    { key: readFileSync(`${certificate}.key`), cert: readFileSync(`${certificate}.crt`) },
    (socket) => {
      const upstream = connect(Number(plain.port), plain.hostname)
      pipeline(socket, upstream, socket, () => {})
    },
  ).listen(0, '127.0.0.1')
  stack.defer(() => void secure.close())
  await once(secure, 'listening')
  // Sound: it listens on a port.
  const { port } = secure.address() as AddressInfo
  const owned = stack.move()
  return {
    url: server.url.replace(plain.origin, `https://localhost:${port}`),
    authority: authority.file,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
