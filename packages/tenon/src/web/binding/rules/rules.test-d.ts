import type { StandardSchemaV1 } from '@standard-schema/spec'
import { c } from '../../../data/columns/columns.ts'
import { Model } from '../../../data/models/model.ts'
import { expectType, type Equal } from '../../../data/columns/equal.test-d.ts'
import type { OutputOf } from '../binding.ts'
import { handler } from '../handler.ts'
import { body } from '../validated-body.ts'
import { exists, unique } from './rule.ts'

class Team extends Model('teams', { id: c.id() }) {}
class Label extends Model('labels', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  slug: c.text().nullable().unique(),
  color: c.enum(['red', 'blue']),
  meta: c.json(),
}) {}

interface Fields {
  readonly slug?: string | null
  readonly labels: readonly number[]
  readonly lines: readonly { readonly label: { readonly id: number } }[] | null
  readonly target: { readonly kind: 'a'; readonly id: number } | { readonly kind: 'b' }
  readonly color: 'red'
}
declare const schema: StandardSchemaV1<unknown, Fields>

export const Form = body(schema)
  .rules({
    slug: unique(Label, 'slug', { of: 'anyone' }),
    labels: exists(Label, { where: (labels) => labels.where('color', 'red') }),
  })
  .rules({ 'lines.label.id': exists(Label), 'target.id': exists(Label) })
  .rules({ color: exists(Label, { column: 'color' }) })
  .rules({ slug: [unique(Label, 'slug', { of: 'anyone' }), exists(Label, { column: 'slug' })] })

handler({ form: Form }).run(({ form }) => {
  expectType<Equal<typeof form, Fields>>()
})
// What a function gets that is called with the form.
expectType<Equal<OutputOf<typeof Form>, Fields>>()

// @ts-expect-error: The field "slug" and the column that its rule asks about hold different types
body(schema).rules({ slug: exists(Label) })
// @ts-expect-error: The field "slug" and the column that its rule asks about hold different types
body(schema).rules({ slug: [unique(Label, 'slug'), exists(Label)] })
// @ts-expect-error: The body has no field "slugs"
body(schema).rules({ slugs: [unique(Label, 'slug')] })
// @ts-expect-error: The body has no field "slugs"
body(schema).rules({ slugs: unique(Label, 'slug') })
// @ts-expect-error: The body has no field "lines.id"
body(schema).rules({ 'lines.id': exists(Label) })
// @ts-expect-error: "color" is not unique
unique(Label, 'color')
// @ts-expect-error: JSON cannot be compared
exists(Label, { column: 'meta' })
