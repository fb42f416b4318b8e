import { type Binding, type RequestBinding, isModel } from './binding.ts'

/** A binding of a header of the request, which the OpenAPI document lists. */
export interface HeaderBinding<Name extends string = string> extends RequestBinding<
  string | undefined
> {
  readonly header: Name
}

/**
 * Binds a header of the request: its text, or `undefined` if it was not sent.
 *
 * `handler({ key: header('Idempotency-Key') })`. Unlike `request.header()`, it is a parameter of the
 * operation in the OpenAPI document.
 */
export function header<const Name extends string>(name: Name): HeaderBinding<Name> {
  const key = name.toLowerCase()
  return { kind: 'request', header: name, read: (request) => request.header(key) }
}

/** Whether a binding reads a header. */
export function isHeader(binding: Binding): binding is HeaderBinding {
  return !isModel(binding) && binding.kind === 'request' && 'header' in binding
}
