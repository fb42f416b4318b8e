/** What a supervisor and its workers tell each other. */
export const messages = {
  /** To a worker: everything stops. */
  stop: 'tenon:stop',
  /** To a worker: stop while others keep accepting connections. */
  retire: 'tenon:retire',
  /** From a worker that stops: its port is closed, its connections are not. */
  portClosed: 'tenon:port-closed',
  /** To such a worker: no other is about to close its port. */
  proceed: 'tenon:proceed',
  /** From a worker: its event loop turns. */
  alive: 'tenon:alive',
  /** From a worker: it was started with a debugger, which may hold it for as long as it likes. */
  debugged: 'tenon:debugged',
} as const

/** How many heartbeats a worker sends in the time after whose silence it is killed. */
export const beatsPerTimeout = 6

/** How many times that time a worker that follows others may take until it listens. */
export const timeoutsPerStart = 10
