import { type Equal, expectType } from '../columns/equal.test-d.ts'
import type { Wire } from './wire.ts'

declare class Money {
  readonly cents: bigint
  toJSON(): { amount: string; at: Date }
}

expectType<Equal<Wire<Date>, string>>()
expectType<Equal<Wire<Money>, { amount: string; at: string }>>()
expectType<Equal<Wire<{ prices: Money[] }>, { prices: { amount: string; at: string }[] }>>()
expectType<Equal<Wire<{ at: Date | null; big: bigint }>, { at: string | null; big: string }>>()

/** What may be missing may be missing there, too. */
interface Change {
  readonly before?: string
  readonly at: Date
  undo(): void
}
expectType<Equal<Wire<Change>, { before?: string; at: string }>>()
const change: Wire<Change> = { at: '' }
const read: Change = { at: new Date(), undo() {} }
const sent: Wire<Change> = { ...read, at: '' }
void [change, sent]
