/** The messages between a supervisor and its workers. */
export const messages = {
  /** To a worker: everything stops. */
  stop: 'tenon:stop',
  /** To a worker: stop while others keep accepting connections. */
  retire: 'tenon:retire',
  /** From a stopping worker: its port is closed, its connections are still open. */
  portClosed: 'tenon:port-closed',
  /** To such a worker: no other worker is about to close its port. */
  proceed: 'tenon:proceed',
  /** From a worker: its event loop is running. */
  alive: 'tenon:alive',
  /** From a worker: it was started with a debugger, which may pause it for any time. */
  debugged: 'tenon:debugged',
} as const

/** How many heartbeats a worker sends within its timeout. */
export const beatsPerTimeout = 6

/** How many timeouts a worker may take until it listens, unless it is the first one. */
export const timeoutsPerStart = 10
