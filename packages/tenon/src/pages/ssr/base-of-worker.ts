import { workerData } from 'node:worker_threads'
import { supplyBase } from './base-of-files.ts'
import { isRenderWorker } from './render-worker.ts'

// The first import of a built renderer: what its pages import is run after it.
if (isRenderWorker(workerData)) supplyBase(workerData.tenonRenders.base)
