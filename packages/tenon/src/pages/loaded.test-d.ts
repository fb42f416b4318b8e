import { c } from '../columns/columns.ts'
import { Model } from '../models/model.ts'
import type { SendableProps } from '../props/sendable.ts'
import type { Wire } from '../records/wire.ts'
import { hasMany } from '../relations/relation.ts'

class User extends Model('users', { id: c.id(), secret: c.text().hidden() }) {
  static posts = hasMany(() => Post, 'user_id')
}
class Post extends Model('posts', { id: c.id(), at: c.timestamp(), user_id: c.integer() }) {}

interface Client {
  users: { id: number; posts: Wire<Post>[] }[]
}
declare function send(props: SendableProps<Client>): void

// A relation that was loaded reaches the page, one that was not is missing there.
send({ users: await User.with('posts').all() })
// @ts-expect-error -- the posts were not loaded
send({ users: await User.all() })

interface Counted {
  users: { id: number; posts_count: number }[]
}
declare function sendCounted(props: SendableProps<Counted>): void
sendCounted({ users: await User.query().withCount('posts').all() })
