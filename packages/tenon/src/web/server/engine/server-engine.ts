/**
 * What reads requests from connections: `node:http` all of them (`node`), or a reader of ordinary
 * requests that hands all others over to `node:http` (`sockets`).
 */
export type ServerEngine = (typeof serverEngines)[number]

export const serverEngines = ['node', 'sockets'] as const

/** The engine of a server that configures none. */
export const defaultEngine: ServerEngine = 'node'
