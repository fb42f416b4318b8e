/**
 * What reads requests from connections: a reader of ordinary requests that hands all others over to
 * `node:http` (`sockets`), or `node:http` all of them (`node`).
 */
export type ServerEngine = (typeof serverEngines)[number]

export const serverEngines = ['node', 'sockets'] as const

/** The engine of a server that configures none. */
export const defaultEngine: ServerEngine = 'sockets'
