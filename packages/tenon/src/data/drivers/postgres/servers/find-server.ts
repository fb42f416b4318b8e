import { toCheckedKinds } from './session-kind.ts'
import { PostgresConnection, type PostgresConnectionOptions } from '../postgres-connection.ts'

/**
 * Connects to the first server that is up and of the right kind, beginning with the one that was
 * reached last. Calls `onOpen` with each connection before it connects. Returns the last error if no
 * server can be used.
 */
export async function findServer(
  options: PostgresConnectionOptions,
  onOpen: (connection: PostgresConnection) => void,
): Promise<PostgresConnection | Error> {
  let failure = new Error('There is no server')
  for (const kind of toCheckedKinds(options.servers.sessionKind)) {
    for (const host of options.servers.candidates) {
      const client = { ...options.client, ...host }
      const connection = new PostgresConnection({ ...options, client })
      onOpen(connection)
      const error = await connection.connect(kind).catch((reason: Error) => reason)
      if (error === undefined) {
        options.servers.reached(host)
        return connection
      }
      failure = error
    }
  }
  return failure
}
