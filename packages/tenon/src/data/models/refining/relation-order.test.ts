import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { assertModels } from '../../relations/assertions/assert-models.ts'
import { belongsTo, hasMany, hasManyThrough, manyToMany } from '../../relations/relation.ts'
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

class Member extends Model('members', { id: c.id(), name: c.text() }) {
  static teams = manyToMany(() => Team, {
    through: () => Membership,
    local: 'member_id',
    target: 'team_id',
    orderBy: 'pivot.rank',
  })
  static byName = manyToMany(() => Team, {
    through: 'memberships',
    local: 'member_id',
    target: 'team_id',
    columns: { rank: c.integer().nullable() },
    orderBy: ['name', 'desc'],
  })
  static lastFirst = manyToMany(() => Team, {
    through: 'memberships',
    local: 'member_id',
    target: 'team_id',
    columns: { rank: c.integer().nullable() },
    orderBy: ['pivot.rank', 'desc'],
  })
  static games = hasManyThrough(() => Game, {
    through: () => Membership,
    local: 'member_id',
    target: 'membership_id',
    orderBy: ['name', 'desc'],
  })
}

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

class Membership extends Model('memberships', {
  id: c.id(),
  member_id: c.integer(),
  team_id: c.integer(),
  rank: c.integer().nullable(),
}) {}

class Game extends Model('games', { id: c.id(), membership_id: c.integer(), name: c.text() }) {}

const MemberView = view(Member, ['name'])
  .with('teams', view(Team, ['name']))
  .with('games', view(Game, ['name']))

forEachDialect('a relation through another table with an order', (open) => {
  const withMembers = async (body: (ada: Member) => Promise<void>) => {
    const database = await open()
    await createTables(database, Member, Team, Membership, Game)
    await withDatabase(database, async () => {
      const ada = await Member.create({ name: 'Ada' })
      const bob = await Member.create({ name: 'Bob' })
      await Team.createMany(['red', 'blue', 'green'].map((name) => ({ name })))
      await ada.attach(Member.teams, [1], { rank: 2 })
      await ada.attach(Member.teams, [2])
      await ada.attach(Member.teams, [3], { rank: 1 })
      await bob.attach(Member.teams, [1], { rank: 2 })
      await bob.attach(Member.teams, [3], { rank: 3 })
      await Game.createMany(
        ['chess', 'tennis', 'go'].map((name, i) => ({ membership_id: i + 1, name })),
      )
      await body(ada)
    })
  }

  it('loads its records in it: of the target, of the pairs, and null last', () =>
    withMembers(async (ada) => {
      const members = await Member.with('teams').with('byName').with('games').orderBy('id').all()

      assert.deepEqual(
        members.map(({ teams, byName, games }) => [names(teams), names(byName), names(games)]),
        [
          ['green red blue', 'red green blue', 'tennis go chess'],
          ['red green', 'red green', ''],
        ],
      )
      assert.equal(names(await ada.load(Member.teams)), 'green red blue')
      assert.equal(names(await ada.load(Member.lastFirst)), 'blue red green')
      assert.equal(names(await ada.load(Member.games)), 'tennis go chess')
    }))

  it('keeps the first ones of it for each record, and has it in views', () =>
    withMembers(async () => {
      const first = await Member.with('teams', (each) => each.limit(1))
        .with('games', (each) => each.limit(2))
        .orderBy('id')
        .all()
      const seen = await Member.query().orderBy('id').select(MemberView).all()

      assert.deepEqual(
        first.map(({ teams, games }) => [names(teams), names(games)]),
        [
          ['green', 'tennis go'],
          ['red', ''],
        ],
      )
      assert.deepEqual(
        seen.map(({ teams, games }) => [names(teams), names(games)]),
        [
          ['green red blue', 'tennis go chess'],
          ['red green', ''],
        ],
      )
    }))

  it('gives way to an order of the query, and does not matter to conditions and aggregates', () =>
    withMembers(async () => {
      const [ada] = await Member.with('teams', (each) => each.orderBy('name'))
        .withCount('teams')
        .withMax('games', 'name')
        .whereHas('teams', (each) => each.where('name', 'blue'))
        .all()

      assert.equal(names(ada?.teams ?? []), 'blue green red')
      assert.deepEqual([ada?.teams_count, ada?.games_name_max], [3, 'tennis'])
    }))
})

it('an order of a relation through another table names a column of either', () => {
  class List extends Model('lists', { id: c.id() }) {
    static wrong = manyToMany(() => Item, {
      through: 'list_items',
      local: 'list_id',
      target: 'item_id',
      columns: { position: c.integer() },
      // @ts-expect-error -- a pair has no "place"
      orderBy: 'pivot.place',
    })
  }
  class Item extends Model('items', { id: c.id(), name: c.text() }) {}
  const keys = { through: () => Membership, local: 'member_id', target: 'team_id' } as const
  // @ts-expect-error -- a team has no "rank"
  manyToMany(() => Team, { ...keys, orderBy: 'rank' })
  // @ts-expect-error -- a pair has no "rnak"
  manyToMany(() => Team, { ...keys, orderBy: 'pivot.rnak' })
  const between = {
    through: () => Membership,
    local: 'member_id',
    target: 'membership_id',
  } as const
  // @ts-expect-error -- a game has no "rank"
  hasManyThrough(() => Game, { ...between, orderBy: 'rank' })

  assert.throws(() => assertModels([List, Item]), {
    code: 'E_COLUMN_UNKNOWN',
    message:
      /^The relation "wrong" of "lists" is invalid\. The table "list_items" has no column "place"/,
  })
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
