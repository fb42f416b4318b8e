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
      readonly password: string
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
expectType<Equal<UpdateValues<Users>['id'], undefined>>()
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

// @ts-expect-error a default is of the column's own type
c.boolean().default('yes')
// @ts-expect-error null is no default where the column is not nullable
c.text().default(null)
// @ts-expect-error a reference names a table and a column
c.integer().references('users')
// @ts-expect-error the value that is computed is of the column's own type
c.timestamp().onCreate(() => 0)

// Text that is one of a few, with what the other methods make of it.
const states = {
  id: c.id(),
  state: c.text<'open' | 'closed'>().default('open'),
  previous: c.text<'open' | 'closed'>().nullable(),
}
type State = 'open' | 'closed'
expectType<Equal<RowValues<typeof states>['state'], State>>()
expectType<Equal<InsertValues<typeof states>['previous'], State | null | undefined>>()
// @ts-expect-error -- none of them
c.text<State>().default('ajar')
// @ts-expect-error -- text holds no numbers
c.text<1 | 2>()
