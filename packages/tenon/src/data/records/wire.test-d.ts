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
