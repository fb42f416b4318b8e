import { setTimeout as delay } from 'node:timers/promises'

/** The result of a request. */
export interface Outcome {
  readonly request: string
  /** 0 if there was no response. */
  readonly status: number
  readonly retryAfter: string | null
  readonly ms: number
}

/** Every way in which the notes use the database: reading, binding, writing, in a transaction. */
export const requests = ['GET /notes', 'GET /notes/1', 'POST /notes', 'POST /notes/pair'] as const

export async function ask(port: number, request: string): Promise<Outcome> {
  const [method = 'GET', path] = request.split(' ')
  const startedAt = performance.now()
  const end = (status: number, retryAfter: string | null) => ({
    request,
    status,
    retryAfter,
    ms: performance.now() - startedAt,
  })
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    await response.arrayBuffer()
    return end(response.status, response.headers.get('retry-after'))
  } catch {
    return end(0, null)
  }
}

/**
 * Clients that continuously send all requests; `outcomes` returns what ended since the last call.
 */
export function keepAsking(port: number) {
  let outcomes: Outcome[] = []
  const stop = new AbortController()
  const clients = [...requests, ...requests].map(async (request) => {
    while (!stop.signal.aborted) {
      outcomes.push(await ask(port, request))
      await delay(5) // time: a client's pause
    }
  })
  return {
    outcomes(): readonly Outcome[] {
      const since = outcomes
      outcomes = []
      return since
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(clients)
    },
  }
}

/**
 * Whether a client may get this response while the database is unavailable. It must not be told to
 * retry a change that may have been made.
 */
export function isProper({ request, status, retryAfter, ms }: Outcome): boolean {
  const isAnswered = status === 200 || status === 201
  const isWrite = request.startsWith('POST')
  return isAnswered || (status === 503 && (isWrite || retryAfter !== null) && ms < 5500)
}

/** Returns how long it takes until everything is answered as usual again; fails after 15 s. */
export async function untilBack(port: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const outcomes = await Promise.all(requests.map((request) => ask(port, request)))
    const ms = performance.now() - startedAt
    if (outcomes.every(({ status }) => status === 200 || status === 201)) return ms
    if (ms > 15_000) throw new Error(`Not back: ${JSON.stringify(outcomes)}`)
    await delay(20) // time: between two looks
  }
}
