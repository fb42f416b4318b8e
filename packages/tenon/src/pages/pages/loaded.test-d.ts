import { c } from '../../data/columns/columns.ts'
import { Model } from '../../data/models/model.ts'
import type { SendableProps } from '../props/sendable.ts'
import type { Wire } from '../../data/records/wire.ts'
import { hasMany, manyToMany } from '../../data/relations/relation.ts'

class User extends Model('users', { id: c.id(), secret: c.text().hidden() }) {
  static posts = hasMany(() => Post, 'user_id')
  static teams = manyToMany(() => Team, {
    through: 'members',
    local: 'user_id',
    target: 'team_id',
    columns: { since: c.timestamp() },
  })
}
class Team extends Model('teams', { id: c.id() }) {}
class Post extends Model('posts', { id: c.id(), at: c.timestamp(), user_id: c.integer() }) {}

interface Client {
  users: { id: number; posts: Wire<Post>[] }[]
}
declare function send(props: SendableProps<Client>): void

// A loaded relation reaches the page; one that was not loaded is missing there.
send({ users: await User.with('posts').all() })
// @ts-expect-error -- the posts were not loaded
send({ users: await User.all() })

// Neither a copy of a record, which contains its hidden columns, nor an unexecuted query is allowed.
declare function sendUser(props: SendableProps<{ user: { id: number } }>): void
declare const owner: User
sendUser({ user: owner })
// @ts-expect-error -- a copy holds the secret
sendUser({ user: { ...owner } }) // oxlint-disable-line typescript/no-misused-spread
// @ts-expect-error -- the query was not run
sendUser({ user: User.query() })

interface Counted {
  users: { id: number; posts_count: number }[]
}
declare function sendCounted(props: SendableProps<Counted>): void
sendCounted({ users: await User.query().withCount('posts').all() })

// Records of a many-to-many relation carry the columns of their pivot table, alone or in their owner.
interface Joined {
  user: { id: number; teams: { id: number; pivot: { since: string } }[] }
  teams: { id: number; pivot: { since: string } }[]
}
declare function sendJoined(props: SendableProps<Joined>): void
const user = await User.with('teams').firstOrFail()
sendJoined({ user, teams: user.teams })
sendJoined({ user, teams: await user.load(User.teams) })
