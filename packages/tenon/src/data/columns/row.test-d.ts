import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { Hidden } from '../../base/support/hidden.ts'
import { c, timestamps } from './columns.ts'
import { type Equal, expectType } from './equal.test-d.ts'
import type { InsertValues, KeyValue, RowValues, UniqueName, UpdateValues } from './row.ts'

const users = {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
  nickname: c.text().nullable(),
  visits: c.bigint().default(0n),
  settings: c.json<{ theme: 'light' | 'dark' }>(),
  ...timestamps(),
}
type Users = typeof users

expectType<
  Equal<
    RowValues<Users>,
    {
      readonly id: number
      readonly email: string
      readonly password: Hidden<
        'row.password is hidden: leave it out, or use its value with reveal()',
        string
      >
      readonly nickname: string | null
      readonly visits: bigint
      readonly settings: { theme: 'light' | 'dark' }
      readonly created_at: Date
      readonly updated_at: Date
    }
  >
>()
expectType<
  Equal<
    InsertValues<Users>,
    {
      readonly email: string
      readonly password: string
      readonly settings: { theme: 'light' | 'dark' }
      readonly id?: number | undefined
      readonly nickname?: string | null | undefined
      readonly visits?: bigint | undefined
      readonly created_at?: Date | undefined
      readonly updated_at?: Date | undefined
    }
  >
>()
expectType<Equal<KeyValue<Users>, number>>()
expectType<Equal<UniqueName<Users>, 'id' | 'email'>>()
// @ts-expect-error -- a key never changes
const rekeyed: UpdateValues<Users> = { id: 1 }
expectType<Equal<UpdateValues<Users>['nickname'], string | null | undefined>>()

const keys = { a: c.bigId(), b: c.uuidId(), c: c.stringId() }
expectType<Equal<KeyValue<Pick<typeof keys, 'a'>>, bigint>>()
expectType<Equal<KeyValue<Pick<typeof keys, 'b'>>, string>>()
expectType<Equal<InsertValues<Pick<typeof keys, 'b'>>, { readonly b?: string | undefined }>>()
expectType<Equal<InsertValues<Pick<typeof keys, 'c'>>, { readonly c: string }>>()

const price = c.integer().cast({
  fromStored: (cents) => ({ cents }),
  toStored: (money: { cents: number }) => money.cents,
})
expectType<Equal<(typeof price)['~types']['value'], { cents: number }>>()

// @ts-expect-error a default must have the column's type
c.boolean().default('yes')
// @ts-expect-error null cannot be the default of a column that is not nullable
c.text().default(null)
// @ts-expect-error a reference names a table and a column
c.integer().references('users')
// @ts-expect-error a computed value must have the column's type
c.timestamp().onCreate(() => 0)

// Text unions, and how the other methods treat them.
const states = {
  id: c.id(),
  state: c.text<'open' | 'closed'>().default('open'),
  previous: c.text<'open' | 'closed'>().nullable(),
}
type State = 'open' | 'closed'
expectType<Equal<RowValues<typeof states>['state'], State>>()
expectType<Equal<InsertValues<typeof states>['previous'], State | null | undefined>>()
// @ts-expect-error -- not a member
c.text<State>().default('ajar')
// @ts-expect-error -- text cannot hold numbers
c.text<1 | 2>()

// Values that JSON does not preserve are rejected when they are written.
const moments = { id: c.id(), period: c.json<{ from: string; until: Date }>() }
export const period: InsertValues<typeof moments> = {
  // @ts-expect-error JSON gives a Date back as text
  period: { from: '2026-11-20', until: new Date() },
}
// Exact numbers and days are text, bytes are bytes, an enum is the union of its values.
const invoices = {
  id: c.id(),
  amount: c.decimal(10, 2),
  due_on: c.date().nullable(),
  opens_at: c.time(),
  seal: c.bytes(),
  state: c.enum(['open', 'paid']).default('open'),
}
expectType<
  Equal<
    RowValues<typeof invoices>,
    {
      readonly id: number
      readonly amount: string
      readonly due_on: string | null
      readonly opens_at: string
      readonly seal: Uint8Array
      readonly state: 'open' | 'paid'
    }
  >
>()
// @ts-expect-error -- not one of the values
c.enum(['open', 'paid']).default('ajar')

// A schema sets the type of a JSON column.
declare const tags: StandardSchemaV1<unknown, string[]>
expectType<Equal<(typeof tagged)['~types']['value'], string[]>>()
const tagged = c.json(tags)

// Values that the database computes are read and never written; those with a default are optional.
const lines = {
  id: c.id(),
  price: c.integer(),
  total: c.integer().generated({ sqlite: 'price * 2', postgres: 'price * 2' }),
  token: c.text().defaultSql({ sqlite: "'t'", postgres: "'t'" }),
}
expectType<
  Equal<
    InsertValues<typeof lines>,
    {
      readonly price: number
      readonly id?: number | undefined
      readonly token?: string | undefined
    }
  >
>()
// @ts-expect-error -- the database writes a generated column
const totalled: UpdateValues<typeof lines> = { total: 1 }
expectType<Equal<RowValues<typeof lines>['total'], number>>()

// Personal values are sent as they are; a column may be hidden as well, in any order.
const personal = {
  id: c.id(),
  email: c.text().personal().unique(),
  passport: c.text().nullable().hidden().personal(),
  card: c.text().personal({ erased: 'none' }).hidden(),
}
type PersonalSentence<Name extends string> =
  `row.${Name} is hidden: leave it out, or use its value with reveal()`

expectType<
  Equal<
    RowValues<typeof personal>,
    {
      readonly id: number
      readonly email: string
      readonly passport: Hidden<PersonalSentence<'passport'>, string> | null
      readonly card: Hidden<PersonalSentence<'card'>, string>
    }
  >
>()
expectType<Equal<UniqueName<typeof personal>, 'id' | 'email'>>()

// @ts-expect-error: what it becomes is a value of the column
c.text().personal({ erased: 5 })
