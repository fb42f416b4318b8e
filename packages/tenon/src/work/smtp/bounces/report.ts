import { BadRequest, Forbidden } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { HttpRequest } from '../../../web/http/request.ts'
import type { SuppressionReason } from '../suppressions.ts'

/** An address with a permanent bounce or a complaint. */
export interface Report {
  readonly address: string
  readonly reason: SuppressionReason
}

/** Checks the sender of a request and reads its reports. Throws `Forbidden` if the provider did not send it. */
export type ReadReports = (request: HttpRequest, body: string) => Promise<readonly Report[]>

/** Throws `Forbidden` if the request is not signed by the provider. */
export function assertSigned(isSigned: boolean): void {
  if (!isSigned) throw new Forbidden('The signature is not that of the provider')
}

/** Parses a body whose signature was checked. Throws `BadRequest` for invalid JSON. */
export function parseReport(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequest('The body is not valid JSON')
  }
}

/** The value at a path of names; `undefined` if the path does not exist. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? Reflect.get(found, name)
        : undefined,
    value,
  )
}

/** The text at a path of names; empty if the path has no text. */
export function textAt(value: unknown, ...names: readonly string[]): string {
  const found = at(value, ...names)
  return typeof found === 'string' ? found : ''
}

/** The list at a path of names; empty if the path has no list. */
export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = at(value, ...names)
  return Array.isArray(found) ? found : []
}

/** Whether a Unix time in seconds is less than `lateSeconds` away from now. */
export function isRecent(seconds: string, lateSeconds: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(Date.now() / 1000 - Number(seconds)) < lateSeconds
}

/** Throws `E_MAIL_BOUNCES` for an invalid option. */
export function assertOption(isRight: boolean, option: string, expected: string): void {
  if (!isRight) throw optionError(option, expected)
}

export function optionError(option: string, expected: string): SetupError {
  return new SetupError('E_MAIL_BOUNCES', `bounces.${option} must be ${expected}.`)
}
