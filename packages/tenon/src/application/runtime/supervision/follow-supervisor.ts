import cluster from 'node:cluster'
import { reportHang } from './report-hang.ts'
import { beatsPerTimeout, messages } from './supervisor-messages.ts'

/** Handlers for a supervisor's messages. */
export interface SupervisorHandlers {
  /** Called when everything must stop. */
  readonly stop: () => void
  /** Called when only this worker must stop. */
  readonly retire: () => void
  /** The time without a heartbeat after which the supervisor kills this worker; 0 is never. */
  readonly workerTimeoutMs: number
}

/** A worker's connection to its supervisor. */
export interface SupervisorTie extends Disposable {
  /**
   * Tells the supervisor that this worker has closed its port. Resolves when no other worker is about to close its own;
   * immediately without a supervisor.
   */
  readonly portClosed: () => Promise<void>
}

/**
 * Follows the messages of this process's supervisor, if any, and tells it that this worker is
 * alive. Disposing lets the process exit.
 */
export function followSupervisor({
  stop,
  retire,
  workerTimeoutMs,
}: SupervisorHandlers): SupervisorTie {
  const { worker } = cluster
  const mayProceed = Promise.withResolvers<void>()
  const onMessage = (message: unknown): void => {
    if (message === messages.stop) stop()
    if (message === messages.retire) retire()
    if (message === messages.proceed) mayProceed.resolve()
  }
  worker?.on('message', onMessage)
  const heartbeat = workerTimeoutMs > 0 ? startHeartbeat(workerTimeoutMs) : undefined
  return {
    portClosed() {
      if (worker?.isConnected() !== true) return Promise.resolve()
      worker.send(messages.portClosed, () => {})
      return mayProceed.promise
    },
    [Symbol.dispose]() {
      heartbeat?.[Symbol.dispose]()
      worker?.disconnect()
    },
  }
}

/** Sends heartbeats until the process exits, because its last work is supervised too. */
function startHeartbeat(workerTimeoutMs: number): Disposable | undefined {
  const { worker } = cluster
  if (worker === undefined) return undefined
  const isDebugged = process.execArgv.some((option) => option.startsWith('--inspect'))
  const hangs = isDebugged ? undefined : reportHang(workerTimeoutMs)
  const beat = (): void => {
    hangs?.beat()
    if (worker.isConnected()) worker.send(isDebugged ? messages.debugged : messages.alive, () => {})
  }
  beat()
  const interval = setInterval(beat, workerTimeoutMs / beatsPerTimeout).unref()
  return {
    [Symbol.dispose]() {
      clearInterval(interval)
      hangs?.[Symbol.dispose]()
    },
  }
}
