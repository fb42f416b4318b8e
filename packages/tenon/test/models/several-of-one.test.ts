import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withDatabase } from 'tenon/database'
import { belongsTo, c, hasOne, Model, softDeletes, view } from 'tenon/models'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class User extends Model('users', { id: c.id(), name: c.text() }) {
  static profile = hasOne(() => Profile, 'user_id')
  static note = hasOne(() => Note, 'subject_id', { type: 'subject_type' })
  static seat = hasOne(() => Seat, 'user_id')
}
class Profile extends Model('profiles', {
  id: c.id(),
  user_id: c.integer().index().references('users.id'),
  bio: c.text(),
  score: c.integer(),
  ...softDeletes(),
}) {
  static user = belongsTo(() => User, 'user_id')
}
class Note extends Model('notes', {
  id: c.id(),
  subject_type: c.text(),
  subject_id: c.integer(),
  text: c.text(),
}) {}
// A key of several columns.
class Seat extends Model(
  'seats',
  { row: c.integer(), place: c.integer(), user_id: c.integer().references('users.id') },
  { primaryKey: ['row', 'place'] },
) {}

const UserView = view(User, ['name'])
  .with('profile', view(Profile, ['bio']))
  .withCount('profile')

forEachDialect('a hasOne with several rows in the table', (open) => {
  const withUsers = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, User, Profile, Note, Seat)
    await withDatabase(database, async () => {
      await User.createMany([{ name: 'Ada' }, { name: 'Bob' }, { name: 'Cy' }])
      // The rows of a higher key are stored first, and were written last.
      await Profile.createMany([
        { id: 9, user_id: 1, bio: 'last', score: 1 },
        { id: 5, user_id: 1, bio: 'first', score: 3 },
        { id: 7, user_id: 1, bio: 'middle', score: 2 },
        { id: 3, user_id: 1, bio: 'deleted', score: 9, deleted_at: new Date() },
        { id: 6, user_id: 2, bio: 'second', score: 5 },
        { id: 4, user_id: 2, bio: 'only', score: 1 },
      ])
      await Profile.where('id', 5).update({ score: 4 })
      await Note.createMany([
        { id: 3, subject_type: 'users', subject_id: 1, text: 'later' },
        { id: 2, subject_type: 'users', subject_id: 1, text: 'earlier' },
        { id: 1, subject_type: 'teams', subject_id: 1, text: 'of a team' },
      ])
      await Seat.createMany([
        { row: 2, place: 1, user_id: 1 },
        { row: 1, place: 9, user_id: 1 },
        { row: 1, place: 8, user_id: 1 },
      ])
      await body()
    })
  }

  it('is the one with the smallest key, loaded with a query and from a record', () =>
    withUsers(async () => {
      const users = await User.with('profile').with('note').with('seat').orderBy('id').all()
      const ada = await User.findOrFail(1)

      assert.deepEqual(
        users.map(({ profile, note, seat }) => [profile?.bio, note?.text, seat?.place]),
        [
          ['first', 'earlier', 8],
          ['only', undefined, undefined],
          [undefined, undefined, undefined],
        ],
      )
      assert.equal((await ada.load(User.profile))?.bio, 'first')
      assert.equal((await ada.load(User.note))?.text, 'earlier')
      assert.equal((await ada.load(User.seat))?.place, 8)
    }))

  it('is that one in conditions, which are about no other', () =>
    withUsers(async () => {
      const having = (bio: string) =>
        User.query()
          .whereHas('profile', (each) => each.where('bio', bio))
          .pluck('name')
      const loaded = await User.with('profile', (each) => each.where('bio', 'middle')).all()

      assert.deepEqual(await having('first'), ['Ada'])
      assert.deepEqual([await having('last'), await having('deleted')], [[], []])
      assert.deepEqual(
        loaded.map(({ profile }) => profile),
        [null, null, null],
      )
      assert.deepEqual(
        await User.query()
          .whereHasNone('profile', (each) => each.where('bio', 'last'))
          .orderBy('id')
          .pluck('name'),
        ['Ada', 'Bob', 'Cy'],
      )
      assert.equal(await User.query().whereHas('profile').count(), 2)
    }))

  it('is that one in aggregates, orders and views', () =>
    withUsers(async () => {
      const users = await User.query()
        .withCount('profile')
        .withSum('profile', 'score')
        .withMax('profile', 'id')
        .orderBy('id')
        .all()

      assert.deepEqual(
        users.map(({ profile_count, profile_score_sum, profile_id_max }) => [
          profile_count,
          profile_score_sum,
          profile_id_max,
        ]),
        [
          [1, 4, 5],
          [1, 1, 4],
          [0, 0, null],
        ],
      )
      assert.deepEqual(await User.query().orderByRelated('profile', 'score').pluck('name'), [
        'Bob',
        'Ada',
        'Cy',
      ])
      assert.deepEqual(await User.query().orderBy('id').limit(1).select(UserView).all(), [
        { name: 'Ada', profile: { bio: 'first' }, profile_count: 1 },
      ])
    }))

  it('is one of those that exist for the query: also deleted ones', () =>
    withUsers(async () => {
      const [ada] = await User.with('profile', (each) => each.withDeleted())
        .orderBy('id')
        .all()

      assert.equal(ada?.profile?.bio, 'deleted')
      assert.equal(
        await User.query()
          .whereHas('profile', (each) => each.onlyDeleted().where('bio', 'deleted'))
          .count(),
        1,
      )
    }))

  it('is the same whatever the order of the query that loads it', () =>
    withUsers(async () => {
      const [ada] = await User.with('profile', (each) => each.orderBy('score'))
        .orderBy('id')
        .all()

      assert.equal(ada?.profile?.bio, 'first')
    }))
})
