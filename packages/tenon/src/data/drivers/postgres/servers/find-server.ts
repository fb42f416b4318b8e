import { toCheckedKinds } from './session-kind.ts'
import { PostgresConnection, type PostgresConnectionOptions } from '../postgres-connection.ts'

/**
 * Connects to the first server that is up and of the right kind, beginning with the one that was
 * reached last. `onOpen` gets each connection before it is made. Returns the last error if there is
 * none.
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
