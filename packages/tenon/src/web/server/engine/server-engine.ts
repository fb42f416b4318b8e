/**
 * How requests are read from connections: `sockets` reads ordinary requests itself and hands all others over to
 * `node:http`; `node` leaves all of them to `node:http`.
 */
export type ServerEngine = (typeof serverEngines)[number]

export const serverEngines = ['node', 'sockets'] as const

/** The engine of a server without a configured one. */
export const defaultEngine: ServerEngine = 'sockets'
