import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c } from '../columns/columns.ts'
import { manyToMany } from '../relations/relation.ts'
import { Model } from './model.ts'
import type { Wire } from '../records/wire.ts'

class Student extends Model('students', { id: c.id(), name: c.text() }) {
  static courses = manyToMany(() => Course, {
    through: () => Enrolment,
    local: 'student_id',
    target: 'course_id',
  })
}

class Course extends Model('courses', { id: c.id(), title: c.text() }) {}

class Enrolment extends Model(
  'enrolments',
  {
    student_id: c.integer(),
    course_id: c.integer(),
    paid: c.boolean(),
    grade: c.bigint().nullable(),
  },
  { primaryKey: ['student_id', 'course_id'] },
) {}

const [student] = await Student.with('courses').all()
if (student === undefined) throw new Error('a type test only')
const [course] = student.courses
if (course === undefined) throw new Error('a type test only')
expectType<Equal<typeof course.pivot, Enrolment>>()
expectType<Equal<Wire<typeof course>['pivot']['grade'], string | null>>()

void student.attach(Student.courses, [1], { paid: true })
void student.sync(Student.courses, [1], { paid: true, grade: 1n })
// @ts-expect-error whether it is paid is missing
void student.attach(Student.courses, [1])
// @ts-expect-error the relation sets the key
void student.attach(Student.courses, [1], { paid: true, student_id: 1 })
void student.updatePivot(Student.courses, [1], { grade: 2n })
// @ts-expect-error the key of a pair does not change
void student.updatePivot(Student.courses, [1], { student_id: 2 })
const through = () => Enrolment
// @ts-expect-error the pivot table has no such column
manyToMany(() => Course, { through, local: 'pupil_id', target: 'course_id' })
