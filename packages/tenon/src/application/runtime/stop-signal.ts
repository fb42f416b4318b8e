/** Aborted by a signal to stop the process. A second signal ends the process at once. */
export interface StopSignal extends Disposable {
  readonly signal: AbortSignal
}

/** Options for listening to signals. */
export interface StopOptions {
  /** Whether SIGHUP has another meaning: supervisors then restart their workers. */
  readonly hasSupervisor?: boolean
}

/**
 * Listens for SIGTERM, SIGINT and SIGHUP until it is disposed. With a supervisor, it ignores SIGHUP, which a terminal
 * sends to the whole process group.
 */
export function listenForStop({ hasSupervisor = false }: StopOptions = {}): StopSignal {
  const controller = new AbortController()
  const stopOnce = (exitCode: number) => (): void => {
    if (controller.signal.aborted) process.exit(exitCode)
    controller.abort(new DOMException('The process was told to stop', 'AbortError'))
  }
  const onTerminate = stopOnce(143)
  const onInterrupt = stopOnce(130)
  const onHangup = hasSupervisor ? (): void => {} : stopOnce(129)

  process.on('SIGTERM', onTerminate).on('SIGINT', onInterrupt).on('SIGHUP', onHangup)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off('SIGTERM', onTerminate).off('SIGINT', onInterrupt).off('SIGHUP', onHangup)
    },
  }
}
