import { tellSecurityEvent, toSafeText } from '../../base/log/security-events.ts'
import { NotFound, Unauthorized } from '../../base/support/http-error.ts'
import { whenReady, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { entityOf, type AnyModel, type InstanceOf } from '../../data/records/entity.ts'
import { fieldsOf } from '../../data/records/record.ts'
import type { RequestBinding } from '../../web/binding/binding.ts'
import type { Provided } from '../../web/binding/provided.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { AccessDenied, type AccessRule } from '../../web/routing/access-rule.ts'
import { Denial, type Verdict } from './verdict.ts'

/** The users that a policy judges: what `accounts()` returns, or any provided value. */
export interface PolicySubject<Values extends object> {
  /** The user, as middleware provides it. */
  readonly user: Provided<Values>
  /** The user on routes without such middleware. Default: nobody. */
  readonly optionalUser?: RequestBinding<Values[keyof Values] | null>
}

/** The user of a request; `null` or `undefined` if nobody is logged in. */
export function findUser<Values extends object>(
  { user, optionalUser }: PolicySubject<Values>,
  request: HttpRequest,
): MaybePromise<UserOf<Values> | null | undefined> {
  return request.get(user) ?? optionalUser?.read(request)
}

/** The user of a policy. */
export type UserOf<Values extends object> = Values[keyof Values]

/** The record that an ability judges; `undefined` if it judges the user alone. */
export type RecordOf<M extends AnyModel | undefined> = M extends AnyModel
  ? InstanceOf<M>
  : undefined

interface AbilityParts<Values extends object, M extends AnyModel | undefined> {
  readonly name: string
  readonly table: string
  readonly model: M
  readonly subject: PolicySubject<Values>
  readonly judge: (
    user: UserOf<Values>,
    record: RecordOf<M>,
    request: HttpRequest | undefined,
  ) => MaybePromise<Verdict>
  readonly isHidden: boolean
}

/**
 * Something that a user may do or not: `TodoPolicy.update`.
 *
 * Pass it to `.can()` of a route or group, to `allows()` or to `authorize()`.
 */
export class Ability<Values extends object, M extends AnyModel | undefined> implements AccessRule {
  readonly #parts: AbilityParts<Values, M>

  constructor(parts: AbilityParts<Values, M>) {
    this.#parts = parts
  }

  /** The ability and its table, such as `update todos`. */
  get title(): string {
    return `${this.#parts.name} ${this.#parts.table}`
  }

  get model(): M {
    return this.#parts.model
  }

  get provision(): Provided<Values> {
    return this.#parts.subject.user
  }

  /** The same ability, but a refusal is a 404, which does not reveal that the record exists. */
  hidden(): Ability<Values, M> {
    return new Ability({ ...this.#parts, isHidden: true })
  }

  /** Throws unless the user may do it: `Forbidden`, or `NotFound` if hidden; `Unauthorized` if nobody is logged in. */
  check(request: HttpRequest, record: RecordOf<M>): MaybePromise<void> {
    return whenReady(this.#findUser(request), (user) => {
      if (user === undefined || user === null) throw new Unauthorized('Log in first')
      return whenReady(this.judge(user, record, request), (verdict) => {
        if (verdict !== true) throw this.#refuse(request, { user, record, verdict })
      })
    })
  }

  /** Whether the user of a request may do it with the record; `false` if nobody is logged in. */
  allows(request: HttpRequest, record: RecordOf<M>): MaybePromise<boolean> {
    return whenReady(this.#findUser(request), (user) =>
      user === undefined || user === null
        ? false
        : whenReady(this.judge(user, record, request), (verdict) => verdict === true),
    )
  }

  /** The policy's verdict on a user and a record. Data that it loads is kept for the request. */
  judge(user: UserOf<Values>, record: RecordOf<M>, request?: HttpRequest): MaybePromise<Verdict> {
    return this.#parts.judge(user, record, request)
  }

  #findUser(request: HttpRequest): MaybePromise<UserOf<Values> | null | undefined> {
    return findUser(this.#parts.subject, request)
  }

  #refuse(request: HttpRequest, { user, record, verdict }: Refusal): AccessDenied | NotFound {
    const { model, isHidden } = this.#parts
    const keys = model === undefined ? ['id'] : entityOf(model).table.keys.map(({ name }) => name)
    tellSecurityEvent(request, {
      event: 'policy.denied',
      message: 'A policy denied a request',
      fields: { ability: this.title, user: toField(user, ['id']), record: toField(record, keys) },
    })
    // For tests and logs: clients never see the cause.
    const cause = `The policy does not allow "${this.title}"`
    if (isHidden) return new NotFound(undefined, { cause })
    return new AccessDenied(verdict instanceof Denial ? verdict.sentence : undefined, { cause })
  }
}

interface Refusal {
  readonly user: unknown
  readonly record: unknown
  readonly verdict: Verdict
}

/** A key for the log, made safe because a client may have chosen its text. */
function toField(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = fieldsOf(value)
  const parts = names.map((name) => fields[name]).filter(isKey)
  return parts.length === names.length ? toSafeText(parts.join(',')) : undefined
}

function isKey(part: unknown): part is string | number | bigint {
  return typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint'
}
