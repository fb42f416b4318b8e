import type { Refused } from '../../../base/support/refused.ts'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { Wire } from '../../../data/records/wire.ts'
import type { RedirectBody, RedirectStatus } from '../../http/redirect.ts'
import { ValueReply } from '../../http/replies.ts'
import type { Reply } from '../../http/reply.ts'
import type { ContentStatement } from './content.ts'
import type { ItemsStatement } from './items.ts'
import type { Shape, ValueIn } from './shape.ts'

/** What a response contains: JSON of a shape, content of a media type, or items one by one. */
export type Statement = Shape | ContentStatement<string> | ItemsStatement<unknown>

/** Statements by status: `{ 201: Todo }`; `null` is a response without a body, such as a redirect. */
export type ShapesByStatus = Readonly<Record<number, Statement | null>>

/** What `.answers()` takes: the statement of a 200, or statements by status. */
export type Stated = Statement | ShapesByStatus

export type ByStatus<S> = S extends Statement ? { readonly 200: S } : S

/** What clients receive by status. */
export type SentBy<S> = {
  readonly [Status in keyof ByStatus<S>]: Sent<ByStatus<S>[Status]>
}

// oxfmt-ignore
type Sent<S> =
  S extends ItemsStatement<infer Item> ? AsyncIterable<Wire<ValueIn<Item>>> :
  S extends ContentStatement<infer Type> ? SentContent<Type> :
  Wire<ValueIn<S>>

/** Clients read text and JSON as such, and any other content as a `Blob`. */
// oxfmt-ignore
type SentContent<Type> =
  Type extends `text/${string}` ? string :
  Type extends `${string}json` | '*/*' | 'application/*' ? unknown :
  Blob

/** A reply with one of the statuses that the handler declares, made by `answer()`. */
export class Answer<Status extends number = number, Value = unknown> extends ValueReply<Value> {
  declare readonly '~answer': { readonly status: Status; readonly value: Value }

  // oxlint-disable-next-line typescript/no-useless-constructor -- types the status
  constructor(status: Status, value: Value) {
    super(status, value)
  }
}

/**
 * Responds with one of several statuses that the handler declares, or with headers:
 * `answer(201, todo).header('location', route('todos.show', { todo: todo.id }))`.
 */
export function answer<const Status extends number, Value>(
  status: Status,
  value: Value,
): Answer<Status, Value> {
  return new Answer(status, value)
}

/**
 * What the function of a handler returns. A handler that declares one status returns the value itself.
 * If it declares several, it names the status: `answer(202, receipt)`. A reply such as `redirect()` has its own status.
 */
// A conditional type, because the compiler then shows its result in errors instead of its name.
// oxfmt-ignore
export type ResultOf<S> = [S] extends [Stated]
  ? MaybePromise<
      | AnswerOf<ByStatus<S>>
      | (IsOne<keyof ByStatus<S>> extends true ? OnlyValue<ByStatus<S>> : Refused<'This handler declares several statuses: return answer(status, value)'>)
    >
  : never

type OnlyValue<Shapes> = keyof Shapes extends RedirectStatus
  ? never
  : Returned<Shapes[keyof Shapes]>

type AnswerOf<Shapes> = {
  [Status in keyof Shapes & number]:
    | Answer<Status, Returned<Shapes[Status]>>
    | ReplyOf<Status, Shapes[Status]>
}[keyof Shapes & number]

/** The values that a handler returns for a statement. */
// oxfmt-ignore
type Returned<S> =
  S extends ItemsStatement<infer Item> ? AsyncIterable<ValueIn<Item>> :
  S extends ContentStatement<string> ? string | Uint8Array :
  ValueIn<S>

/** The replies that a handler may return besides values. */
// oxfmt-ignore
type ReplyOf<Status, S> =
  S extends null ? Status extends RedirectStatus ? Reply<RedirectBody> : Reply<null> :
  S extends ContentStatement<string> ? Reply :
  never

// oxfmt-ignore
type IsOne<Key, All = Key> = Key extends All ? [All] extends [Key] ? true : false : never
