import { parentPort, workerData } from 'node:worker_threads'
import { tellMissingTexts } from './missing-texts.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { isRenderWorker, type RenderAnswer, type RenderCall } from './render-worker.ts'
import { toRenderPage } from './rendered-page.ts'

/** Renders pages for a `RenderWorker`, if this is its thread; otherwise does nothing. */
export function answerRenders(exported: unknown): void {
  tellMissingTexts()
  const data: unknown = workerData
  if (parentPort === null || !isRenderWorker(data)) return
  const port = parentPort
  const render = toRenderPage(exported)
  const turns = new OneAtATime()
  const answer = (message: RenderAnswer): void => port.postMessage(message)

  port.on('message', ({ id, pageJson }: RenderCall) => {
    turns
      .run(() => render(pageJson, data.tenonRenders))
      .then((page) => answer({ id, page }))
      .catch((error: unknown) => answer({ id, error }))
  })
  answer({ isReady: true })
}
