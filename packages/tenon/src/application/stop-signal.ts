/** Aborted by SIGTERM or SIGINT; a second signal ends the process at once. */
export interface StopSignal extends Disposable {
  readonly signal: AbortSignal
}

/** Listens for the signals that tell a process to stop, until it is disposed. */
export function listenForStop(): StopSignal {
  const controller = new AbortController()
  const stopOnce = (exitCode: number) => (): void => {
    if (controller.signal.aborted) process.exit(exitCode)
    controller.abort(new DOMException('The process was told to stop', 'AbortError'))
  }
  const onTerminate = stopOnce(143)
  const onInterrupt = stopOnce(130)

  process.on('SIGTERM', onTerminate).on('SIGINT', onInterrupt)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off('SIGTERM', onTerminate).off('SIGINT', onInterrupt)
    },
  }
}
