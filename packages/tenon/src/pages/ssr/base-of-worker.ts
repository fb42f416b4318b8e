import { workerData } from 'node:worker_threads'
import { supplyBase } from './base-of-files.ts'
import { isRenderWorker } from './render-worker.ts'

// A built renderer imports this file first, so that it runs before the modules that its pages import.
if (isRenderWorker(workerData)) supplyBase(workerData.tenonRenders.base)
