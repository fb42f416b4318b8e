import type { HttpRequest } from '../http/request.ts'
import { Ambient } from '../support/ambient.ts'
import type { Input } from './step.ts'

/** Told of a request before anything is bound, with the input that is then filled in, step by step. */
export type WatchInput = (request: HttpRequest, input: Readonly<Input>) => void

/** Who watches the handlers that are compiled meanwhile; the others know nothing of being watched. */
export const inputWatcher = new Ambient<WatchInput>()
