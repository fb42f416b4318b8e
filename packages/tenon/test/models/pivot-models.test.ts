import assert from 'node:assert/strict'
import { it } from 'node:test'
import { c, manyToMany, Model, softDeletes, timestamps, versions } from 'tenon/models'
import { factory } from 'tenon/factories'
import { kyselyFor, withDatabase } from 'tenon/database'
import { pairTablesOf } from '../../src/data/migrations/difference/pair-tables.ts'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Student extends Model('students', { id: c.id(), name: c.text() }) {
  static courses = manyToMany(() => Course, {
    through: () => Enrolment,
    local: 'student_id',
    target: 'course_id',
  })
}

class Course extends Model('courses', { id: c.uuidId(), title: c.text() }) {
  static students = manyToMany(() => Student, {
    through: () => Enrolment,
    local: 'course_id',
    target: 'student_id',
  })
  static rooms = manyToMany(() => Room, {
    through: () => Booking,
    local: 'course_id',
    target: 'room_id',
  })
}

class Enrolment extends Model(
  'enrolments',
  {
    student_id: c.integer(),
    course_id: c.uuid(),
    grade: c.integer().nullable(),
    paid: c.boolean(),
    note: c.text().default('').hidden(),
    ...timestamps(),
  },
  { primaryKey: ['student_id', 'course_id'] },
) {
  get isPassed(): boolean {
    return (this.grade ?? 6) < 5
  }
}

class Room extends Model('rooms', { id: c.id() }) {}
class Booking extends Model('bookings', {
  id: c.uuidId(),
  course_id: c.uuid(),
  room_id: c.integer(),
  note: c.text().default(''),
  ...versions(),
}) {}

forEachDialect('a pivot table that is a model', (open) => {
  const withCourses = async (
    body: (ada: Student, bob: Student, maths: Course) => Promise<void>,
  ) => {
    const database = await open()
    await createTables(database, Student, Course, Enrolment, Room, Booking)
    await withDatabase(database, async () => {
      const ada = await Student.create({ name: 'Ada' })
      const bob = await Student.create({ name: 'Bob' })
      await body(ada, bob, await Course.create({ title: 'Maths' }))
    })
  }

  it('takes its columns, defaults and computed values when pairs are attached', () =>
    withCourses(async (ada, bob, maths) => {
      assert.equal(await ada.attach(Student.courses, [maths.id], { paid: true, grade: 2 }), 1)
      assert.equal(await ada.attach(Student.courses, [maths.id], { paid: false }), 0)
      assert.deepEqual(await maths.sync(Course.students, [ada.id, bob.id], { paid: false }), {
        attached: 1,
        detached: 0,
      })

      const enrolment = await Enrolment.findOrFail({ student_id: ada.id, course_id: maths.id })
      assert.deepEqual([enrolment.grade, enrolment.paid, enrolment.note], [2, true, ''])
      assert.ok(enrolment.created_at instanceof Date)
      assert.equal(await Enrolment.where('paid', false).count(), 1)
      assert.equal(await ada.detach(Student.courses), 1)
    }))

  it('loads the pair as a record, which can be changed', () =>
    withCourses(async (ada, bob, maths) => {
      await ada.attach(Student.courses, [maths.id], { paid: true, grade: 2 })
      await bob.attach(Student.courses, [maths.id], { paid: true })

      const [first] = await Student.with('courses', (courses) => courses.orderBy('title').limit(1))
        .orderBy('id')
        .all()
      const [course] = first?.courses ?? []
      assert.equal(course?.pivot.isPassed, true)
      await course?.pivot.update({ grade: 6 })

      assert.equal(course?.pivot.isPassed, false)
      assert.deepEqual(await Enrolment.query().orderByKey().pluck('grade'), [6, null])
      assert.deepEqual(Object.keys(JSON.parse(JSON.stringify(course)).pivot), [
        'student_id',
        'course_id',
        'grade',
        'paid',
        'created_at',
        'updated_at',
      ])
      assert.equal(await Student.query().whereHas('courses').count(), 2)
    }))

  it('changes pairs by their keys, with the values that every update computes', () =>
    withCourses(async (ada, bob, maths) => {
      await maths.attach(Course.students, [ada.id, bob.id], { paid: false })
      const before = await Enrolment.findOrFail({ student_id: ada.id, course_id: maths.id })

      const changed = await maths.updatePivot(Course.students, [ada.id], { paid: true, grade: 1 })

      const after = await Enrolment.findOrFail({ student_id: ada.id, course_id: maths.id })
      assert.equal(changed, 1)
      assert.deepEqual([after.paid, after.grade], [true, 1])
      assert.ok(after.updated_at >= before.updated_at)
      assert.equal(after.created_at.getTime(), before.created_at.getTime())
      assert.equal(await Enrolment.where('paid', false).count(), 1)
    }))

  it('counts a change as a new version, so that a record read before does not overwrite it', () =>
    withCourses(async (_ada, _bob, maths) => {
      const room = await Room.create({})
      await maths.attach(Course.rooms, [room.id])
      const before = await Booking.query().firstOrFail()

      await maths.updatePivot(Course.rooms, [room.id], { note: 'new', version: 9 })

      const after = await Booking.query().firstOrFail()
      assert.deepEqual([before.version, after.version, after.note], [1, 2, 'new'])
      await assert.rejects(before.update({ note: 'old' }), { name: 'Conflict' })
    }))

  it('gives each pair its own generated key', () =>
    withCourses(async (_ada, _bob, maths) => {
      const rooms = [await Room.create({}), await Room.create({})]

      await maths.attach(
        Course.rooms,
        rooms.map(({ id }) => id),
      )
      const made = await factory(Course, () => ({ title: 'Art' }))
        .has(
          Course.rooms,
          factory(Room, () => ({})),
          2,
        )
        .create()

      assert.equal(await Booking.count(), 4)
      assert.equal((await made.load(Course.rooms)).length, 2)
    }))

  it('is typed in Kysely like any model', () =>
    withCourses(async (ada, _bob, maths) => {
      await ada.attach(Student.courses, [maths.id], { paid: true, grade: 2 })
      const db = kyselyFor({ Student, Enrolment })

      await db()
        .updateTable('enrolments')
        .set({ grade: 3 })
        .where('student_id', '=', ada.id)
        .execute()
      const rows = await db()
        .selectFrom('students')
        .innerJoin('enrolments', 'enrolments.student_id', 'students.id')
        .select(['students.name', 'enrolments.grade', 'enrolments.paid', 'enrolments.created_at'])
        .execute()

      const [row] = rows
      assert.deepEqual([row?.name, row?.grade, row?.paid], ['Ada', 3, true])
      assert.ok(row?.created_at instanceof Date)
    }))
})

it('is checked at boot, and written into migrations as a model', () => {
  class Deleted extends Model('deleted', {
    id: c.id(),
    course_id: c.uuid(),
    student_id: c.text(),
    ...softDeletes(),
  }) {}
  class Wrong extends Model('wrong', { id: c.id() }) {
    static courses = manyToMany(() => Course, {
      through: () => Deleted,
      local: 'student_id',
      target: 'course_id',
    })
  }
  class Softly extends Model('softly', { id: c.stringId() }) {
    static courses = manyToMany(() => Course, {
      through: () => Deleted,
      local: 'student_id',
      target: 'course_id',
    })
  }
  const models = [Student, Course, Enrolment, Room, Booking]

  assertModels(models)
  assert.equal(pairTablesOf(models).size, 0)
  assert.throws(() => assertModels([Student, Course, Room, Booking]), {
    code: 'E_RELATION_TARGET',
    message: /The relation "courses" of "students" leads to "enrolments"/,
  })
  assert.throws(() => assertModels([...models, Deleted, Wrong]), {
    code: 'E_RELATION_TYPE',
    message: /"deleted\.student_id" is text, but holds keys of "wrong", which are integer/,
  })
  assert.throws(() => assertModels([...models, Deleted, Softly]), {
    code: 'E_RELATION_KIND',
    message: /cannot have softDeletes\(\)/,
  })
})
