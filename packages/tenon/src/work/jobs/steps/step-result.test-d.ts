import { expectType, type Equal } from '../../../data/columns/equal.test-d.ts'
import type { JobSteps } from './job-steps.ts'

declare const run: JobSteps

interface Receipt {
  readonly id: string
  readonly note?: string
  readonly lines: readonly { readonly price: number | null }[]
}

class Order {
  id = 1
  save(): void {}
}

declare const receipt: Receipt
declare const anything: unknown

export const kept = run.step('charge', async () => receipt)
export const nothing = run.step('log', () => {})
export const optional = run.step('find', () => (anything === 1 ? receipt : undefined))
export const unchecked = run.step('read', () => anything)
expectType<Equal<typeof kept, Promise<Receipt>>>()
expectType<Equal<typeof nothing, Promise<void>>>()
expectType<Equal<typeof optional, Promise<Receipt | undefined>>>()
expectType<Equal<typeof unchecked, Promise<unknown>>>()

// @ts-expect-error a date is text in JSON
void run.step('now', () => new Date())
// @ts-expect-error a record loses its methods
void run.step('create', async () => new Order())
// @ts-expect-error the same in a list
void run.step('list', () => [{ order: new Order() }])
// @ts-expect-error JSON has no bigint
void run.step('count', () => ({ total: 1n }))
// @ts-expect-error JSON has no map
void run.step('map', () => new Map([['a', 1]]))
