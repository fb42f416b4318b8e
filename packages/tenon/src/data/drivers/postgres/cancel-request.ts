import { Client, type ClientConfig } from 'pg'

declare module 'pg' {
  interface Client {
    /** The server's id of the process behind the connection, and the secret for cancelling. */
    readonly processID: number | null
    readonly secretKey: number | null
  }
  interface Connection {
    connect(portOrPath: number | string, host?: string): void
    requestSsl(): void
    cancel(processId: number, secretKey: number): void
  }
}

/**
 * Asks the server to cancel the statement that a connection is running.
 *
 * PostgreSQL's protocol requires a separate connection for the request; it is encrypted like the first
 * one. The server does not answer the request. The statement ends with an error, or with its result if
 * it was faster.
 */
export function requestCancel({ processID, secretKey }: Client, config: ClientConfig): void {
  if (processID === null || secretKey === null) return
  const { connection, host, port } = new Client(config)
  const send = () => connection.cancel(processID, secretKey)
  connection.on('connect', () => (config.ssl ? connection.requestSsl() : send()))
  connection.on('sslconnect', send)
  connection.on('error', () => connection.stream.destroy())
  setTimeout(() => connection.stream.destroy(), CONNECT_MS).unref()

  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}

const CONNECT_MS = 1000
