import cluster, { type Worker } from 'node:cluster'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { workerEnds } from '../../base/log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Counts the workers that had to be replaced, in the process that supervises them. */
export function countWorkerEnds({ library, registers }: MetricBook): StopCounting {
  const ends = new library.Counter({
    name: 'tenon_worker_restarts_total',
    help: 'Workers that ended without being told to, by cause (exit, signal or unresponsive).',
    labelNames: ['cause'],
    registers,
  })
  // A counter that begins with its first end would hide it: monitoring compares with the value before.
  for (const cause of ['exit', 'signal', 'unresponsive'] as const) ends.inc({ cause }, 0)
  return workerEnds.listen(({ cause }) => ends.inc({ cause }))
}

/** The metrics of one process, as they travel to its supervisor. */
export type MetricSamples = readonly MetricObjectWithValues<MetricValue<string>>[]

/** What a supervisor got when it asked its workers. */
export interface GatheredSamples {
  readonly answers: readonly MetricSamples[]
  /** How many workers did not answer in time, or could not. */
  readonly silent: number
}

interface FiguresRequest {
  readonly tenonFigures: number
}

interface FiguresAnswer extends FiguresRequest {
  readonly figures: MetricSamples | undefined
}

/** A scrape may take ten seconds by default, so a worker that hangs must not take all of them. */
const patienceMs = 2000

/** Makes this worker answer when its supervisor asks for its figures. */
export function answerWithFigures(registry: Pick<Registry, 'getMetricsAsJSON'>): void {
  const { worker } = cluster
  worker?.on('message', (message: unknown) => {
    if (isRequest(message)) void answer(worker, message)
  })

  async function answer(to: Worker, { tenonFigures }: FiguresRequest): Promise<void> {
    const figures = await registry.getMetricsAsJSON().catch(() => undefined)
    const message: FiguresAnswer = { tenonFigures, figures }
    if (to.isConnected()) to.send(message, () => {})
  }
}

/** Asks all workers for their figures. One that does not answer costs only its own. */
export async function gatherFigures(): Promise<GatheredSamples> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
  const connected = workers.filter((worker) => worker.isConnected())
  const answers = await Promise.all(connected.map(askForFigures))
  const given = answers.filter((figures) => figures !== undefined)
  return { answers: given, silent: connected.length - given.length }
}

let requests = 0

function askForFigures(worker: Worker): Promise<MetricSamples | undefined> {
  const request: FiguresRequest = { tenonFigures: (requests += 1) }
  return new Promise((resolve) => {
    const end = (figures?: MetricSamples): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('exit', onExit)
      resolve(figures)
    }
    const onMessage = (message: unknown): void => {
      if (isAnswer(message) && message.tenonFigures === request.tenonFigures) end(message.figures)
    }
    const onExit = (): void => end()
    const timer = setTimeout(end, patienceMs)
    worker.on('message', onMessage).on('exit', onExit)
    worker.send(request, (error) => {
      if (error !== null) end()
    })
  })
}

function isRequest(message: unknown): message is FiguresRequest {
  return typeof message === 'object' && message !== null && 'tenonFigures' in message
}

function isAnswer(message: unknown): message is FiguresAnswer {
  return isRequest(message) && 'figures' in message
}
