import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c } from '../columns/columns.ts'
import type { KeyOf } from './model-base.ts'
import { belongsTo, hasMany } from '../relations/relation.ts'
import { Model } from './model.ts'

class Line extends Model(
  'order_lines',
  { order_id: c.integer(), number: c.bigint(), amount: c.integer(), code: c.text().unique() },
  { primaryKey: ['order_id', 'number'] },
) {
  static parcels = hasMany(() => Parcel, ['order_id', 'line_number'])
}

class Parcel extends Model('parcels', {
  id: c.id(),
  order_id: c.integer(),
  line_number: c.bigint(),
}) {
  static line = belongsTo(() => Line, ['order_id', 'line_number'])
}

class Draft extends Model('drafts', {
  id: c.id(),
  order_id: c.integer(),
  line_number: c.bigint().nullable(),
}) {
  static line = belongsTo(() => Line, ['order_id', 'line_number'])
}

expectType<Equal<KeyOf<typeof Line>, { readonly order_id: number; readonly number: bigint }>>()
declare const line: Line
expectType<Equal<typeof line.number, bigint>>()
const [parcel] = await Parcel.with('line').all()
expectType<Equal<NonNullable<typeof parcel>['line'], Line>>()
const [draft] = await Draft.with('line').all()
expectType<Equal<NonNullable<typeof draft>['line'], Line | null>>()

void Line.find({ order_id: 1, number: 2n })
void Line.by('code')
// @ts-expect-error the number is missing
void Line.find({ order_id: 1 })
// @ts-expect-error the key is not a single value
void Line.find(1)
// @ts-expect-error one column of the key may match several lines
Line.by('order_id')
// @ts-expect-error the key does not change
void line.update({ number: 2n })
// @ts-expect-error both columns of the key have no default
void Line.create({ order_id: 1, amount: 1, code: 'x' })
void line.create(Line.parcels, {})
// @ts-expect-error the relation sets the key
void line.create(Line.parcels, { order_id: 1 })
// @ts-expect-error the target does not have this column
hasMany(() => Parcel, ['order_id', 'line_id'])
// @ts-expect-error a key of one column is declared with the column
Model('one', { code: c.text() }, { primaryKey: ['code'] })
// @ts-expect-error unknown column
Model('lines', { a: c.integer(), b: c.integer() }, { primaryKey: ['a', 'x'] })
// @ts-expect-error a key of several columns has no c.id()
Model('lines', { id: c.id(), b: c.integer() }, { primaryKey: ['id', 'b'] })
