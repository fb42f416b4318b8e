import { type Equal, expectType } from '../columns/equal.test-d.ts'
import { c } from '../columns/columns.ts'
import { hasMany } from '../relations/relation.ts'
import { Model } from './model.ts'

class Recipe extends Model('recipes', {
  id: c.id(),
  title: c.text().unique(),
  state: c.enum(['draft', 'public']).default('draft'),
  tags: c.json<{ kind: 'meal' | 'drink'; range: [number, number] }>().nullable(),
  slug: c.text().generated({ sqlite: 'lower(title)', postgres: 'lower(title)' }),
}) {
  static steps = hasMany(() => Step, 'recipe_id')
}
class Step extends Model('steps', { id: c.id(), recipe_id: c.integer(), text: c.text() }) {}
class Team extends Model('teams', { id: c.id() }) {}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  title: c.text().unique(),
}) {}
declare const recipe: Recipe
declare const ticket: Ticket
declare const team: Team

// Values in a variable have the columns of the model and no others, like those that are written in place.
const fields = { title: 'Soup', state: 'public' } as const
void recipe.update(fields)
void Recipe.update(1, fields)
void Recipe.where('id', 1).update(fields)
void Recipe.create(fields)
void Recipe.createMany([fields])
void Recipe.upsert([fields], { by: ['title'] })
void Recipe.firstOrCreate({ title: 'Soup' }, fields)
void Recipe.updateOrCreate({ title: 'Soup' }, fields)

const renamed = { title: 'Soup', servings: 9 }
// @ts-expect-error -- There is no column "servings" to write here
void recipe.update(renamed)
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.update(1, renamed)
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.where('id', 1).update(renamed)
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.create(renamed)
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.createMany([renamed])
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.createMany(Array.from({ length: 3 }, () => renamed))
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.upsert([renamed], { by: ['title'] })
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.firstOrCreate({ title: 'Soup' }, renamed)
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.firstOrCreate(renamed, {})
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.firstOrCreate({ title: 'Soup', servings: 9 }, {})
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.updateOrCreate({ title: 'Soup' }, renamed)
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.updateOrCreate(renamed, {})
// @ts-expect-error -- There is no column "servings" to write here
void recipe.create(Recipe.steps, { text: 'Boil', ...renamed })

// Also if they share no column with the model.
const none = { servings: 9 }
// @ts-expect-error -- There is no column "servings" to write here
void recipe.update(none)
// @ts-expect-error -- There is no column "servings" to write here
void Recipe.firstOrCreate({ title: 'Soup' }, none)

// Of values in several shapes, each has columns only.
declare const either: { state: 'draft' } | { state: 'public'; servings: number }
// @ts-expect-error -- There is no column "servings" to write here
void recipe.update(either)

// The same of an owner, which fills in its key.
void Ticket.of(team).create({ title: 'x' })
const owned = { title: 'x', team_id: 1 }
void Ticket.ofAnyone().create(owned)
// @ts-expect-error -- There is no column "team_id" to write here
void Ticket.of(team).create(owned)
// @ts-expect-error -- There is no column "team_id" to write here
void Ticket.of(team).createMany([owned])
// @ts-expect-error -- There is no column "team_id" to write here
void Ticket.of(team).upsert([owned], { by: ['title'] })
const wrong = { title: 'x', headline: 'x' }
// @ts-expect-error -- There is no column "headline" to write here
void Ticket.of(team).firstOrCreate({ title: 'x' }, wrong)
// @ts-expect-error -- There is no column "headline" to write here
void Ticket.of(team).updateOrCreate(wrong, {})
// @ts-expect-error -- There is no column "headline" to write here
void ticket.update(wrong)
// @ts-expect-error -- There is no column "headline" to write here
void Ticket.of(team).move(ticket, team, wrong)

// What is written in place stays literal, also inside JSON.
void recipe.update({ state: 'public', tags: { kind: 'meal', range: [1, 2] } })
void Recipe.createMany([
  { title: 'Tea' },
  { title: 'Soup', tags: { kind: 'drink', range: [1, 2] } },
])
// @ts-expect-error -- there is no such state
void recipe.update({ state: 'hidden' })
// A copy of a record, and values by any name.
declare const step: Step
// oxlint-disable-next-line typescript/no-misused-spread -- the columns are own properties
void Step.create({ ...step, text: 'Stir' })
declare const byName: Record<string, never>
void recipe.update(byName)

const returned = Recipe.createMany([fields], { returning: ['id'] })
expectType<Equal<typeof returned, Promise<{ readonly id: number }[]>>>()
