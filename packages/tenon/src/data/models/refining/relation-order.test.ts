import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { assertModels } from '../../relations/assertions/assert-models.ts'
import { belongsTo, hasMany } from '../../relations/relation.ts'
import { Model } from '../model.ts'
import { view } from '../views/view.ts'

class Recipe extends Model('recipes', { id: c.id(), title: c.text() }) {
  static ingredients = hasMany(() => Ingredient, 'recipe_id', { orderBy: 'position' })
  static newest = hasMany(() => Ingredient, 'recipe_id', { orderBy: ['position', 'desc'] })
}

class Ingredient extends Model('ingredients', {
  id: c.id(),
  recipe_id: c.integer(),
  position: c.integer(),
  name: c.text(),
}) {
  static recipe = belongsTo(() => Recipe, 'recipe_id')
}

const IngredientView = view(Ingredient, ['name'])
const RecipeView = view(Recipe, ['title']).with('ingredients', IngredientView)

const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(' ')

forEachDialect('a relation with an order', (open) => {
  const withRecipes = async (body: (soup: Recipe) => Promise<void>) => {
    const database = await open()
    await createTables(database, Recipe, Ingredient)
    await withDatabase(database, async () => {
      const soup = await Recipe.create({ title: 'Soup' })
      const tea = await Recipe.create({ title: 'Tea' })
      const given = [
        [soup, 3, 'salt'],
        [tea, 2, 'tea'],
        [soup, 1, 'water'],
        [tea, 1, 'hot water'],
        [soup, 2, 'leek'],
      ] as const
      await Ingredient.createMany(
        given.map(([{ id }, position, name]) => ({ recipe_id: id, position, name })),
      )
      await body(soup)
    })
  }

  it('loads its records in it, with a query and from a record', () =>
    withRecipes(async (soup) => {
      const recipes = await Recipe.with('ingredients').with('newest').orderBy('id').all()

      assert.deepEqual(
        recipes.map(({ ingredients, newest }) => [names(ingredients), names(newest)]),
        [
          ['water leek salt', 'salt leek water'],
          ['hot water tea', 'tea hot water'],
        ],
      )
      assert.equal(names(await soup.load(Recipe.ingredients)), 'water leek salt')
      assert.equal(names(await soup.load(Recipe.newest)), 'salt leek water')
    }))

  it('keeps the first ones of it for each record, and has it in views', () =>
    withRecipes(async () => {
      const first = await Recipe.with('newest', (each) => each.limit(1))
        .orderBy('id')
        .all()
      const seen = await Recipe.query().orderBy('id').select(RecipeView).all()

      assert.deepEqual(
        first.map(({ newest }) => names(newest)),
        ['salt', 'tea'],
      )
      assert.deepEqual(
        seen.map(({ ingredients }) => names(ingredients)),
        ['water leek salt', 'hot water tea'],
      )
    }))

  it('gives way to an order of the query, and does not matter to conditions and aggregates', () =>
    withRecipes(async () => {
      const [soup] = await Recipe.with('ingredients', (each) => each.orderBy('name'))
        .withCount('ingredients')
        .withMax('newest', 'position')
        .whereHas('ingredients', (each) => each.where('name', 'leek'))
        .all()

      assert.equal(names(soup?.ingredients ?? []), 'leek salt water')
      assert.deepEqual([soup?.ingredients_count, soup?.newest_position_max], [3, 3])
    }))
})

it('an order of a relation names a column of the model that it leads to', () => {
  class List extends Model('lists', { id: c.id() }) {
    // @ts-expect-error -- an ingredient has no "place"
    static ingredients = hasMany(() => Item, 'list_id', { orderBy: 'place' })
    static items = hasMany(() => Item, 'list_id', { orderBy: ['position', 'asc'] })
    // @ts-expect-error -- no direction
    static wrong = hasMany(() => Item, 'list_id', { orderBy: ['position', 'down'] })
  }
  class Item extends Model('items', { id: c.id(), list_id: c.integer(), position: c.integer() }) {}

  assert.throws(() => assertModels([List, Item]), {
    code: 'E_COLUMN_UNKNOWN',
    message:
      /^The relation "ingredients" of "lists" is invalid\. The table "items" has no column "place"/,
  })
})
