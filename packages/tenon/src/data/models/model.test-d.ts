import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c, timestamps } from '../columns/columns.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import type { RecordOf } from '../records/entity.ts'
import { Model, type ModelMut } from './model.ts'
import type { Wire } from '../records/wire.ts'

class User extends Model('users', {
  id: c.bigId(),
  email: c.text().unique(),
  password: c.text().hidden(),
  nickname: c.text().nullable(),
  ...timestamps(),
}) {
  get domain(): string {
    return this.email.split('@')[1] ?? ''
  }
}
declare const user: User

expectType<Equal<ReturnType<typeof User.table.valueOf>, string>>()
expectType<Equal<typeof User.table, 'users'>>()
expectType<Equal<User['id'], bigint>>()
expectType<Equal<User['nickname'], string | null>>()
expectType<Equal<User['domain'], string>>()

const found = User.find(1n)
expectType<Equal<typeof found, MaybePromise<User | null>>>()
const sure = User.findOrFail(1n)
expectType<Equal<typeof sure, Promise<User>>>()
const key = User.parseKey('1')
expectType<Equal<typeof key, bigint | undefined>>()
const created = User.create({ email: 'a', password: 'b' })
expectType<Equal<typeof created, Promise<User>>>()
const updated = user.update({ email: 'a' })
expectType<Equal<typeof updated, Promise<User>>>()

// @ts-expect-error the key is a bigint
void User.find('1')
// @ts-expect-error the password is missing
void User.create({ email: 'a' })
// @ts-expect-error unknown column
void User.create({ email: 'a', password: 'b', role: 'admin' })
// @ts-expect-error a nickname is text
void user.update({ nickname: 5 })
// @ts-expect-error the key does not change
void user.update({ id: 2n })
// @ts-expect-error records change through update()
user.email = 'b'
// @ts-expect-error records come from the database
const made = new User()

expectType<Equal<RecordOf<typeof User>, User>>()
type Note = { id: number }
type Notes = ModelMut<number, Note, { text: string }, { text?: string }>
expectType<Equal<RecordOf<Notes>, Note>>()
const bindable: ModelMut = User
void [made, bindable]

expectType<
  Equal<
    Wire<User>,
    {
      id: string
      email: string
      nickname: string | null
      created_at: string
      updated_at: string
    }
  >
>()
expectType<
  Equal<Wire<{ at: Date; big: bigint; list: Date[] }>, { at: string; big: string; list: string[] }>
>()

User.on('creating', (values) => {
  expectType<Equal<(typeof values)['email'], string>>()
  values.email = values.email.toLowerCase()
})
User.on('updated', (record) => {
  expectType<Equal<typeof record, User>>()
})
// @ts-expect-error unknown event
User.on('saved', () => {})
