import { Worker } from 'node:worker_threads'

/** A thread that watches the event loop of this process. */
export interface HangReport extends Disposable {
  /** Reports that the event loop is running. */
  beat(): void
}

/**
 * Logs what this process is doing shortly before its supervisor kills it for not responding. This needs a thread: a
 * blocked event loop runs no other code of its process.
 *
 * The thread has at most 8 MB of heap, and asks V8 for the stack only then, so requests are not slower.
 */
export function reportHang(timeoutMs: number): HangReport {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    workerData: { beats, reportAfterMs: timeoutMs * reportAt, pid: process.pid },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  })
  thread.unref()
  thread.on('error', () => {
    // Without the thread, the supervisor still kills a hanging worker; only the stack is missing.
  })
  return {
    beat: () => void Atomics.add(beats, 0, 1),
    [Symbol.dispose]: () => void thread.terminate(),
  }
}

/** The part of the limit after which a silent process is asked for its stack. */
const reportAt = 0.8

/**
 * The code of the thread. It is a text because a built application has no file for it. It writes the line itself: the
 * log and `process.stdout` belong to the main thread.
 */
const program = `
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { beats, reportAfterMs, pid } = workerData
const ticks = 8
let last = -1
let silent = 0
setInterval(() => {
  const now = Atomics.load(beats, 0)
  silent = now === last ? silent + 1 : 0
  last = now
  if (silent === ticks) void report()
}, reportAfterMs / ticks)

async function report() {
  const { Session } = await import('node:inspector')
  const session = new Session()
  const urls = new Map()
  session.connectToMainThread()
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => {
    const stack = params.callFrames.slice(0, 20).map((frame) => toLine(frame, urls))
    const msg = 'The event loop is blocked, so this worker will be killed'
    writeSync(1, JSON.stringify({ level: 'error', time: new Date().toISOString(), pid, msg, stack }) + '\\n')
    session.disconnect()
  })
  session.post('Debugger.enable', () => session.post('Debugger.pause'))
}

function toLine({ functionName, location: { scriptId, lineNumber } }, urls) {
  return (functionName || '(anonymous)') + ' (' + urls.get(scriptId) + ':' + (lineNumber + 1) + ')'
}
`
