import cluster, { type Worker } from 'node:cluster'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { workerEnds } from '../../base/log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Counts the workers that a supervisor had to replace. */
export function countWorkerEnds({ library, registers }: MetricBook): StopCounting {
  const ends = new library.Counter({
    name: 'tenon_worker_restarts_total',
    help: 'Workers that ended without being told to, by cause (exit, signal or unresponsive).',
    labelNames: ['cause'],
    registers,
  })
  // Start each counter at 0. Monitoring compares with the value before, and would miss the first end.
  for (const cause of ['exit', 'signal', 'unresponsive'] as const) ends.inc({ cause }, 0)
  return workerEnds.listen(({ cause }) => ends.inc({ cause }))
}

/** The metrics of one process, as it sends them to its supervisor. */
export type MetricSamples = readonly MetricObjectWithValues<MetricValue<string>>[]

/** The answers of the workers to their supervisor. */
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

/** A scrape may take ten seconds by default, and a hanging worker must not use all of them. In milliseconds. */
const patienceMs = 2000

/** Lets this worker send its figures when its supervisor asks for them. */
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

/** Asks all workers for their figures. If a worker does not answer, only its figures are missing. */
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
