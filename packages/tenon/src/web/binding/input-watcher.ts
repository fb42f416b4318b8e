import type { HttpRequest } from '../http/request.ts'
import { Ambient } from '../../base/support/ambient.ts'
import type { Input } from './binding.ts'

/** Follows the input of handlers. */
export interface InputWatcher {
  /** Called before anything is bound, with the input object that the bindings then fill in. */
  begin(request: HttpRequest, input: Readonly<Input>): void
  /** Called when everything is bound. */
  complete(request: HttpRequest): void
}

/** The watcher of handlers compiled while it is set; other handlers carry no watching code. */
export const inputWatcher = new Ambient<InputWatcher>()
