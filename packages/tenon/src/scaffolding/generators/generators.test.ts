import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageTemplates } from '../templates/page-files.ts'
import { reactPages } from '../templates/react/react-pages.ts'
import { sveltePages } from '../templates/svelte-pages.ts'
import { vuePages } from '../templates/vue-pages.ts'
import { generators, type GeneratorInput } from './generators.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'

const project: Project = {
  root: '/nowhere',
  pages: undefined,
  layout: 'none',
  access: 'everybody',
  read: () => undefined,
  list: () => [],
}

describe('a migration with columns', () => {
  it('says in its name which table they are for, also after a single letter', () => {
    const made = [
      planMigration('AddSlugToPosts', 'slug:text'),
      planMigration('AddXToPosts', 'x:text'),
      planMigration('AddSKUToBlogPosts', 'sku:text'),
      planMigration('add y to posts', 'y:text'),
      planMigration('CreateTags', 'name:text'),
    ].map(({ files: [file] }) => [
      file?.path,
      /(?:addColumn|createTable)\('\w+'/.exec(file?.text ?? '')?.[0],
    ])

    assert.deepEqual(made, [
      ['add_slug_to_posts', "addColumn('posts'"],
      ['add_x_to_posts', "addColumn('posts'"],
      ['add_sku_to_blog_posts', "addColumn('blog_posts'"],
      ['add_y_to_posts', "addColumn('posts'"],
      ['create_tags', "createTable('tags'"],
    ])
  })

  it('is refused under another name, where the columns would have no table', () => {
    const message =
      'Nothing was written: the name "add_slug" does not say for which table the columns are. Call it create_… or add_…_to_…, such as add_slug_to_posts.'

    assert.throws(() => planMigration('AddSlug', 'slug:text'), { code: 'E_MAKE_NAME', message })
    assert.match(planMigration('AddSlug').files[0]?.text ?? '', /migration\(\[\]\)/)
  })
})

describe('a migration of pairs', () => {
  const models: Project = {
    ...project,
    read: (path) => {
      const [, name = ''] = /^app\/models\/(post|tag|user)\.ts$/.exec(path) ?? []
      const model = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
      return name === ''
        ? undefined
        : `export class ${model} extends Model('${name}s', {\n  id: c.id(),\n}) {}\n`
    },
  }
  const textOf = (name: string, ...columns: readonly string[]): string =>
    planMigrationIn(models, name, columns).files[0]?.text ?? ''

  it('has the pair as its key, and no other key and times, which nothing would fill in', () => {
    const text = textOf('CreatePostTags', 'post:belongsTo', 'tag:belongsTo', 'position:integer')

    assert.equal(
      text,
      `import { c, createTable, migration } from 'tenon/migrations'

export default migration([
  createTable(
    'post_tags',
    {
      post_id: c.integer().references('posts.id', { onDelete: 'cascade' }),
      tag_id: c.integer().index().references('tags.id', { onDelete: 'cascade' }),
      position: c.integer(),
    },
    { primaryKey: ['post_id', 'tag_id'] },
  ),
])
`,
    )
  })

  it('is recognized by its name, in either order, by models or by relations', () => {
    const names = ['create_tags_posts', 'create_post_tag', 'create_posts_tags']
    const texts = names.map((name) => textOf(name, 'tag:belongsTo', 'post:belongsTo'))
    const byRelation = textOf('create_post_authors', 'post:belongsTo', 'author:belongsTo:User')

    for (const text of [...texts, byRelation]) assert.match(text, /primaryKey: \[/)
  })

  it('is none under another name, with a third model, or if one of the two may be missing', () => {
    const texts = [
      textOf('create_loans', 'post:belongsTo', 'tag:belongsTo'),
      textOf('create_post_tags', 'post:belongsTo', 'tag:belongsTo', 'user:belongsTo'),
      textOf('create_post_tags', 'post:belongsTo', 'tag:belongsTo:nullable'),
      textOf('create_post_tags', 'post:belongsTo'),
    ]

    for (const text of texts) assert.match(text, /timestamps\(\)/)
  })
})

describe('a resource below what belongs to a user', () => {
  const userText = `class User extends Model('users', { id: c.id() }) {}`
  const projectText = `class Project extends Model('projects', { id: c.id(), user_id: c.integer().references('users.id') }) {
  static readonly user = belongsTo(() => User, 'user_id')
}`
  const taskText = `class Task extends Model('tasks', { id: c.id(), project_id: c.integer().references('projects.id') }) {}`
  const noteText = `class Note extends Model('notes', { id: c.id(), task_id: c.integer().references('tasks.id') }) {
  static readonly task = belongsTo(() => Task, 'task_id')
}`
  const models = { user: userText, project: projectText, task: taskText, note: noteText }
  const files = Object.fromEntries(
    Object.entries(models).map(([name, text]) => [`app/models/${name}.ts`, text]),
  )
  const behindTokens: Project = {
    ...project,
    access: 'token',
    read: (path) => files[path],
    list: () => Object.keys(models).map((name) => `${name}.ts`),
  }

  it('is refused if a column on the way has no relation, which its queries could follow', () => {
    const code = 'E_MAKE_COLUMN'
    for (const [name, labels] of [
      ['Task', 'tasks'],
      ['Note', 'notes'],
    ] as const) {
      const message = `Nothing was written: everybody would see all ${labels}, although tasks refer to projects, which belong to somebody. Declare the relation in Task: static readonly project = belongsTo(() => Project, 'project_id').`
      const input = {
        name,
        columns: [],
        isResource: true,
        migrationPath: String,
        project: behindTokens,
      }
      assert.throws(() => generators['resource']?.(input), { code, message })
    }
  })

  it('is refused if its own column for a user has no relation', () => {
    const code = 'E_MAKE_COLUMN'
    const message = `Nothing was written: everybody would see all letters, although letters refer to users, to whom they may belong. Declare the relation in Letter: static readonly author = belongsTo(() => User, 'author_id').`
    const letterText = `class Letter extends Model('letters', { id: c.id(), author_id: c.integer().references('users.id') }) {}`
    const input = {
      name: 'Letter',
      columns: [],
      isResource: true,
      migrationPath: String,
      project: {
        ...behindTokens,
        read: (path: string) => (path === 'app/models/letter.ts' ? letterText : files[path]),
      },
    }

    assert.throws(() => generators['resource']?.(input), { code, message })
  })
})

describe('a resource with another column of a user than user_id', () => {
  const files: Readonly<Record<string, string>> = {
    'app/models/user.ts': `class User extends Model('users', { id: c.id() }) {}`,
  }
  const behindTokens: Project = { ...project, access: 'token', read: (path) => files[path] }

  it('has values that are unique among the records of that user, and below them of the record above', () => {
    const letter = `class Letter extends Model('letters', { id: c.id(), author_id: c.integer().references('users.id') }) {
  static author = belongsTo(() => User, 'author_id')
}`
    const withLetters: Project = {
      ...behindTokens,
      read: (path) => (path === 'app/models/letter.ts' ? letter : files[path]),
    }
    const make = (name: string, above: string) =>
      toPlan({
        name,
        columns: ['code:text:unique', above],
        isResource: true,
        migrationPath: (slug) => slug,
        project: withLetters,
      }).files

    const own = make('Parcel', 'user:belongsTo')
    const below = make('Reply', 'letter:belongsTo')

    const textOf = (list: typeof own, path: string) =>
      list.find((file) => file.path === path)?.text ?? ''
    for (const path of ['create_parcels', 'app/models/parcel.ts'])
      assert.match(textOf(own, path), /code: c\.text\(\)\.unique\(\{ within: 'user_id' \}\)/)
    for (const path of ['create_replies', 'app/models/reply.ts'])
      assert.match(textOf(below, path), /code: c\.text\(\)\.unique\(\{ within: 'letter_id' \}\)/)
    assert.doesNotMatch(textOf(own, 'app/requests/parcel-request.ts'), /unique/)
    assert.doesNotMatch(textOf(below, 'app/requests/reply-request.ts'), /unique/)
  })

  it('is private to that user, who is not among what a request sends', () => {
    const { files: made } = toPlan({
      name: 'Letter',
      columns: ['title:text', 'author:belongsTo:User', 'reader:belongsTo:User:nullable'],
      isResource: true,
      migrationPath: String,
      project: behindTokens,
    })

    const textOf = (path: string) => made.find((file) => file.path === path)?.text ?? ''
    assert.match(textOf('app/policies/letter-policy.ts'), /letter\.author_id === user\.id/)
    assert.match(textOf('app/controllers/letters.ts'), /author_id: user\.id/)
    assert.doesNotMatch(textOf('app/requests/letter-request.ts'), /author_id/)
    assert.match(textOf('app/requests/letter-request.ts'), /reader_id/)
  })
})

describe('a resource of records that belong to nobody', () => {
  it('says who may change them, if there are logins', () => {
    const notesIn = (access: Project['access']) =>
      toPlan({
        name: 'Tool',
        columns: ['name'],
        isResource: true,
        migrationPath: String,
        project: { ...project, access },
      }).notes?.join()

    assert.match(
      notesIn('token') ?? '',
      /^Every user may see, change and delete all tools\. To decide who may: tenon make policy Tool/,
    )
    assert.doesNotMatch(notesIn('everybody') ?? '', /may see/)
  })
})

describe('a resource with a column that forms have a member of', () => {
  it('is refused in Vue and Svelte, whose forms have their fields beside it', () => {
    const refused = [
      [vuePages, 'Vue', 'progress'],
      [vuePages, 'Vue', 'valid'],
      [sveltePages, 'Svelte', 'reset'],
      [sveltePages, 'Svelte', 'cancel'],
    ] as const

    for (const [pages, library, column] of refused) {
      const message = `Nothing was written: forms in ${library} have a member "${column}" themselves. Give the column another name, or leave --resource out and write the form yourself.`
      assert.throws(
        () => planTask(pages, column, true),
        { code: 'E_MAKE_COLUMN', message },
        `${library} ${column}`,
      )
    }
    assert.doesNotThrow(() => planTask(vuePages, 'progress', false))
    assert.doesNotThrow(() => planTask(reactPages, 'progress', true))
  })
})

describe('a resource whose records may belong to one of their own', () => {
  it('refuses a record that would belong to itself', () => {
    const { files } = toPlan({
      name: 'Hive',
      columns: ['name:text', 'mother:belongsTo:Hive:nullable'],
      isResource: true,
      migrationPath: String,
      project,
    })

    const text = files.find(({ path }) => path === 'app/controllers/hives.ts')?.text ?? ''
    assert.match(
      text,
      /if \(form\.mother_id === hive\.id\) \{\s+throw new ValidationFailed\(\{ mother_id: 'A hive cannot be its own mother' \}\)/,
    )
    assert.match(text, /import \{ ValidationFailed \} from 'tenon\/errors'/)
  })
})

function toPlan(input: GeneratorInput): Plan {
  const plan = generators['model']?.(input)
  assert.ok(plan)
  return plan
}

function planTask(pages: PageTemplates, column: string, isResource: boolean): Plan {
  const plan = generators['model']?.({
    project: { ...project, pages },
    name: 'Task',
    columns: ['title:text', `${column}:integer`],
    isResource,
    migrationPath: (slug) => slug,
  })
  assert.ok(plan)
  return plan
}

function planMigration(name: string, ...columns: readonly string[]): Plan {
  return planMigrationIn(project, name, columns)
}

function planMigrationIn(own: Project, name: string, columns: readonly string[]): Plan {
  const plan = generators['migration']?.({
    project: own,
    name,
    columns,
    isResource: false,
    migrationPath: (slug) => slug,
  })
  assert.ok(plan)
  return plan
}
