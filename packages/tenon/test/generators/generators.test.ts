import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { applyPlan, undoPlan } from '../../src/scaffolding/generators/apply-plan.ts'
import { generators } from '../../src/scaffolding/generators/generators.ts'
import { openProject } from '../../src/scaffolding/generators/project.ts'
import { assertSound, copyAccounts, copyApplication, copyTodo, type Scaffold } from './scaffold.ts'

const columns = [
  'title:text:unique',
  'body:text:nullable',
  'views:integer',
  'price:real',
  'rank:integer:nullable',
  'size:bigint',
  'quota:bigint:nullable',
  'published:boolean',
  'starts_at:timestamp',
  'ends_at:timestamp:unique:nullable',
  'token:uuid',
  'fee:decimal',
  'discount:decimal:4:4:nullable',
  'due_on:date:unique',
  'paid_on:date:nullable',
  'opens_at:time',
  'closes_at:time:nullable',
  'state:enum:open,in progress,paid',
  'outcome:enum:won,lost:nullable:unique',
  'settings:json',
  'extras:json:nullable',
  'scan:file',
  'signed_copy:file:nullable',
  'author:belongsTo',
  'todo:belongsTo:nullable',
]

const ownColumns = columns.filter((word) => !word.includes('belongsTo'))

describe('tenon make model --resource', { timeout: 600_000 }, () => {
  it('writes code that compiles, passes the linter, migrates and passes its own test', async () => {
    using app = copyTodo()

    await app.tenon('make', 'model', 'Author', 'name:text', '--resource')
    const own = 'original:belongsTo:BlogPost:nullable'
    const made = await app.tenon('make', 'model', 'BlogPost', ...columns, own, '--resource')
    const ofComment = [
      'code:text:unique',
      'blog_post:belongsTo',
      'parent:belongsTo:Comment:nullable',
      'author:belongsTo:nullable:unique',
      'marks:json:nullable',
    ]
    await app.tenon('make', 'model', 'Comment', ...ofComment, '--resource')
    app.write('tests/refused.test.ts', refusedByDatabase)
    app.write('tests/long.test.ts', longJson)

    assert.equal(made.exitCode, 0, made.output)
    assert.match(made.output, /Wrote app\/models\/blog-post\.ts\n/)
    await assertSound(app)
    assert.match(app.read('app/routes.ts'), /get\('\/', blogPosts\.index\)/)
    assert.match(app.read('main.ts'), /models: \{ Todo, Author, BlogPost, Comment \}/)
    // The list does not read what it does not show: JSON may be large.
    const controller = app.read('app/controllers/blog-posts.ts')
    assert.match(controller, /view\(BlogPost, \['id', 'title', 'body', 'views'\]\)\.with\(/)
    const list = app.read('resources/pages/BlogPosts/Index.tsx')
    assert.match(list, /<Layout title="Blog posts">/)
    assert.match(list, /columns=\{\['Title', 'Author', 'Body', 'Views'\]\}/)
    assert.match(list, /<td>\{blogPost\.author\.name\}<\/td>/)
    assert.match(
      app.read('resources/components/navigation.ts'),
      /'Authors'.*\n {2}\{ label: \(\) => 'Blog posts', href: \(\) => route\('blog-posts\.index'\) \},\n/,
    )
  })

  it('writes JSON routes for an application without pages', async () => {
    using app = copyTodo(['resources', 'app/controllers', 'app/routes.ts', 'tests'])
    app.write('app/routes.ts', routesOfApi)
    app.write('tsconfig.json', app.read('tsconfig.json').replace(',"resources"', ''))

    await app.tenon('make', 'model', 'Author', 'name:text', '--resource')
    const made = await app.tenon('make', 'model', 'Post', ...columns, '--resource')
    await app.tenon('make', 'language', 'de')
    await app.tenon('make', 'model', 'Entry', ...columns, '--resource')
    app.write('tests/german.test.ts', germanErrors)
    translate('app/words/entries.ts', app)

    assert.equal(made.exitCode, 0, made.output)
    await assertSound(app)
    assert.match(
      app.read('app/controllers/authors.ts'),
      /answer\(201, await Author\.create\(form\)\)/,
    )
    const controller = app.read('app/controllers/posts.ts')
    assert.match(controller, /scan: await postFiles\.put\(form\.scan\)/)
    // The list reads no JSON, which may be large; the answer about one record has it.
    const [, listed = ''] = /PostRow = view\(Post, \[([^\]]*)\]/.exec(controller) ?? []
    assert.match(listed, /'id',\s+'title',[^]*'todo_id'/)
    assert.doesNotMatch(listed, /settings|extras/)
  })

  it('writes routes for users with a token, which are as documented, and their tests', async () => {
    using app = copyTodo(['resources', 'app/controllers', 'app/routes.ts', 'tests'])
    writeTokens(app)
    await app.main('make:migration', 'create_users')
    const before = app.tree()

    const words = ['title:text', 'settings:json', 'scan:file:nullable']
    const note = await app.tenon('make', 'model', 'Note', ...words, 'user:belongsTo', '--resource')
    const tag = await app.tenon('make', 'model', 'Tag', 'name:text', '--resource')
    app.write('tests/contract.test.ts', contractOfNotes)

    assert.equal(note.exitCode, 0, note.output)
    assert.equal(tag.exitCode, 0, tag.output)
    await assertSound(app)
    const routes = app.read('app/routes.ts')
    assert.match(routes, /import \{ auth, perAddress \} from '\.\/auth\.ts'/)
    assert.match(routes, /\.can\(NotePolicy\.delete\),[^]*\]\)\.middleware\(auth\.token\(\)\),/)
    assert.match(routes, /\]\)\n {4}\.middleware\(auth\.token\(\)\)\n {4}\.signedIn\(\),/)
    assert.match(app.read('tests/log-in.ts'), /auth\.tokens\.issue\(user,/)

    rmSync(join(app.root, 'tests/contract.test.ts'))
    await app.tenon('destroy', 'model', 'Tag', '--resource')
    await app.tenon('destroy', 'model', 'Note', '--resource')
    assert.deepEqual(app.tree(), before)
  })

  it('writes routes for users who are logged in, and pages in the layout of accounts', async () => {
    using app = copyAccounts()
    const before = app.tree()

    const made = await app.tenon('make', 'model', 'BlogPost', ...ownColumns, '--resource')
    await app.tenon('make', 'page', 'About')
    await app.tenon('make', 'mail', 'Invoice')
    await app.tenon('make', 'mail', 'Reports/Weekly')

    assert.equal(made.exitCode, 0, made.output)
    await assertSound(app)
    assert.match(
      app.read('resources/mails/Reports/Weekly.tsx'),
      /import \{ AccountMail \} from '\.\.\/Accounts\/layout\.tsx'[^]*<AccountMail title=\{title\(\)\} href=/,
    )
    assert.match(app.read('app/routes.ts'), /\.middleware\(auth\.verified\)\n {4}\.signedIn\(\),/)
    // The kit lists three languages.
    assert.match(
      app.read('resources/pages/BlogPosts/Index.tsx'),
      /<SignedInLayout title=\{blogPostsTitle\(\)\}/,
    )
    assert.match(
      app.read('resources/words/blog-posts.ts'),
      /en: 'Blog posts',\n {2}de: 'Blog posts', \/\/ untranslated\n {2}ar: /,
    )
    assert.match(
      app.read('tests/blog-posts.test.ts'),
      /await logIn\(app, await users\.create\(\)\)/,
    )

    assert.match(
      app.read('resources/components/accounts/navigation.ts'),
      /= \[\n {2}\{ label: blogPostsTitle, href: \(\) => route\('blog-posts\.index'\) \},\n\]/,
    )

    await app.tenon('destroy', 'model', 'BlogPost', '--resource')
    await app.tenon('destroy', 'page', 'About')
    await app.tenon('destroy', 'mail', 'Reports/Weekly')
    await app.tenon('destroy', 'mail', 'Invoice')
    assert.deepEqual(app.tree(), before)
  })

  it('writes a policy for records of a user each: nobody else sees, changes or downloads them', async () => {
    using app = copyAccounts()
    const before = app.tree()

    await app.tenon('make', 'model', 'Project', 'name:text', 'user:belongsTo', '--resource')
    const words = [
      'title:text',
      'receipt:file',
      'project:belongsTo',
      'approver:belongsTo:User:nullable',
      'user:belongsTo',
    ]
    const made = await app.tenon('make', 'model', 'Expense', ...words, '--resource')
    const api = { ...openProject(app.root), pages: undefined }
    const plan = generators['model']?.({ ...orderOf('Trip', app), project: api })
    assert.ok(plan)
    applyPlan(plan, api, () => {})

    app.write('tests/foreign.test.ts', projectTests)

    assert.equal(made.exitCode, 0, made.output)
    assert.match(
      made.output,
      /^Only the user who creates an expense may see and change it: app\/policies\/expense-policy\.ts says so\.$/m,
    )
    await assertSound(app)
    const policy = app.read('app/policies/expense-policy.ts')
    assert.match(policy, /view: \(user, expense\) => expense\.user_id === user\.id/)
    const routes = app.read('app/routes.ts')
    for (const handler of ['index', 'show', 'edit', 'update', 'destroy', 'sendReceipt'])
      assert.match(
        routes,
        new RegExp(`\\.name\\('expenses\\.${handler}'\\)\\s*\\.can\\(ExpensePolicy\\.`),
      )
    // Who may not change an expense may still see it.
    assert.match(routes, /\.name\('expenses\.show'\)\s*\.can\(ExpensePolicy\.view\)/)
    assert.match(routes, /\.name\('trips\.show'\)\.can\(TripPolicy\.view\)/)
    for (const path of ['expenses', 'trips'])
      assert.match(
        app.read(`app/controllers/${path}.ts`),
        /\.scope\(\w+Policy\.scope\(user\)\)/,
        path,
      )
    for (const path of ['expenses', 'trips'])
      assert.match(app.read(`tests/${path}.test.ts`), /'of another user answer 403, and stay/, path)

    assert.match(
      app.read('resources/components/ExpenseForm.tsx'),
      /label=\{projectIdLabel\(\)\}[^/]*options=\{projectOptions\.map\(/,
    )
    assert.match(app.read('resources/words/expenses.ts'), /projectIdLabel[^}]*en: 'Project'/)

    undoPlan(plan, api, () => {})
    rmSync(join(app.root, 'tests/foreign.test.ts'))
    await app.tenon('destroy', 'model', 'Expense', '--resource')
    await app.tenon('destroy', 'model', 'Project', '--resource')
    assert.deepEqual(app.tree(), before)
  })

  it('writes pages of a team for records that belong to it, and takes them back', async () => {
    using app = copyAccounts()
    await app.tenon('add', 'teams')
    const before = app.tree()

    const words = [...ownColumns, 'project:belongsTo', 'team:owner', 'user:belongsTo']
    const made = await app.tenon('make', 'model', 'BlogPost', ...words, '--resource')
    const plain = await app.tenon('make', 'model', 'Invoice', 'team:owner', '--resource')

    assert.equal(made.exitCode + plain.exitCode, 0, made.output + plain.output)
    assert.doesNotMatch(made.output, /Add this|Whose/)
    const policyFile = 'app/policies/blog-post-policy.ts'
    const policy = app.read(policyFile)
    const [, rule = ''] = /\/\/ (\(\{ role.*)/.exec(policy) ?? []
    app.write(policyFile, policy.replace(/(update|delete): .*=> true/g, `$1: ${rule}`))
    const texts = ['blog-posts', 'invoices', 'shared'].map((name) => `resources/words/${name}.ts`)
    const marked = texts.map((path) => app.read(path))
    for (const path of texts) translate(path, app)
    const checked = await app.tenon('check')
    app.write(policyFile, policy)
    for (const [i, path] of texts.entries()) app.write(path, marked[i] ?? '')
    assert.match(rule, /\|\| blogPost\.user_id === user_id$/)
    await assertSound(app)
    assert.equal(checked.exitCode, 0, checked.output)
    const audit = await app.main('routes', '--audit')
    assert.match(audit.output, /blogPosts|blog-posts/)
    const controller = app.read('app/controllers/blog-posts.ts')
    assert.match(controller, /BlogPost\.of\(team\)\.create\(\{\s+\.\.\.form,\s+user_id: user\.id,/)
    assert.doesNotMatch(controller, /ofAnyone|BlogPost\.query/)
    assert.match(controller, /userTitle:[^,]*await User\.find\(blogPost\.user_id\)\)\?\.name/)
    assert.match(app.read('resources/pages/BlogPosts/Show.tsx'), /<dd>\{userTitle\}<\/dd>/)
    assert.equal(controller.match(/flash\(request, \{ notice: blogPost\w+\(\) \}\)/g)?.length, 3)
    assert.match(app.read('app/models/blog-post.ts'), / user_id: .*\.nullable\(\).*'set null'/)
    assert.doesNotMatch(app.read('app/requests/blog-post-request.ts'), /team_id|user_id/)

    await app.tenon('destroy', 'model', 'BlogPost', '--resource')
    await app.tenon('destroy', 'model', 'Invoice', '--resource')
    assert.deepEqual(app.tree(), before)
  })

  it('writes nothing for a team whose records it could not make or serve', async () => {
    using app = copyAccounts()
    await app.tenon('add', 'teams')
    await app.tenon('make', 'model', 'Customer', 'name:text', 'team:owner')
    await app.tenon('make', 'model', 'Visit', 'place:text', 'customer:owner')
    const before = app.tree()

    const columns = ['team:owner', 'visit:belongsTo']
    const needy = await app.tenon('make', 'model', 'Invoice', ...columns, '--resource')
    const deep = await app.tenon('make', 'model', 'Call', 'customer:owner', '--resource')

    assert.match(
      needy.output,
      /each visit in a team of its own\. Write visit:belongsTo:Visit:nullable/,
    )
    assert.match(
      deep.output,
      /--resource has pages for records that belong to a Team of the teams kit/,
    )
    assert.deepEqual(app.tree(), before)
  })

  it('makes a model whose columns are added later', async () => {
    using app = copyTodo()

    await app.tenon('make', 'model', 'Visit', '--resource')

    await assertSound(app)
  })

  for (const library of ['vue', 'svelte']) {
    it(`writes pages in ${library} that can be built`, async () => {
      const fixture = join(import.meta.dirname, '../../fixtures', library)
      using app = copyApplication(fixture)
      const name = library === 'vue' ? 'vue3' : library
      app.write(
        'package.json',
        `{ "type": "module", "dependencies": { "@inertiajs/${name}": "" } }`,
      )
      app.write('main.ts', mainOfPages)

      await app.tenon('make', 'model', 'Post', ...ownColumns, '--resource')
      app.write('app/models/store.ts', storeOfShop)
      await app.tenon('make', 'language', 'de')
      await app.tenon('make', 'resource', 'Store')
      await app.tenon('make', 'model', 'Entry', ...ownColumns, '--resource')
      await app.tenon('make', 'page', 'About')
      await app.tenon('make', 'mail', 'Welcome')
      const built = await app.tenon('build')
      const ofStore = ['pages/Stores/Index', 'pages/Stores/Show', 'components/StoreForm'].map(
        (name) => app.read(`resources/${name}.${library}`),
      )

      assert.equal(built.exitCode, 0, built.output)
      for (const text of ofStore) {
        assert.match(text, /\bstore\.store_id\b/)
        assert.doesNotMatch(text, /\bstore\.id\b/)
      }
      assert.match(ofStore.join(), /storesTitle\(\)[^]*from '\.\.\/words\/stores\.ts'/)
      for (const page of ['Show', 'Edit'])
        assert.ok(app.has(`resources/pages/Posts/${page}.${library}`), page)
      assert.match(app.read('resources/pages.d.ts'), /About: .*'Posts\/Index': /s)
    })
  }
})

describe('tenon make', { timeout: 600_000 }, () => {
  it('writes the disk, the model and the request of records with files, and takes them back', async () => {
    using app = copyTodo()
    const before = app.tree()
    const words = ['Document', 'title:text', 'scan:file', 'cover:file:nullable']

    await app.tenon('make', 'model', 'Photo', 'picture:file')
    const made = await app.tenon('make', 'model', ...words)
    await app.tenon('make', 'request', 'Document')
    await app.tenon('make', 'factory', 'Document')

    assert.equal(made.exitCode, 0, made.output)
    await assertSound(app)
    assert.match(
      app.read('app/models/document.ts'),
      /cover: c\.file\(documentFiles\)\.nullable\(\),/,
    )
    assert.match(app.read('app/requests/document-request.ts'), /scan: z\.instanceof\(UploadedFile/)

    await app.tenon('destroy', 'factory', 'Document')
    await app.tenon('destroy', 'request', 'Document')
    await app.tenon('destroy', 'model', 'Document')
    assert.doesNotMatch(app.read('app/disks.ts'), /documentFiles/)
    await app.tenon('destroy', 'model', 'Photo', 'picture:file')
    assert.deepEqual(app.tree(), before)
  })

  it('writes each thing on its own', async () => {
    using app = copyTodo()

    await app.tenon('make', 'controller', 'reports')
    await app.tenon('make', 'request', 'Todo')
    await app.tenon('make', 'request', 'Search', 'text:text')
    await app.tenon('make', 'page', 'Todos/Show')
    await app.tenon('make', 'mail', 'Invoice')
    await app.tenon('make', 'mail', 'accounts/password-reset')
    await app.tenon('make', 'migration', 'add_slug_to_todos', 'slug:text:nullable')
    await app.tenon('make', 'migration', 'fill slugs')
    await app.tenon('make', 'seeder', 'todos')
    await app.tenon('make', 'factory', 'Todo')
    await app.tenon('make', 'test', 'opening hours')
    await app.tenon('make', 'task', 'send-digest')
    await app.tenon('make', 'job', 'send-invoice')
    await app.tenon('make', 'command', 'todos:archive')

    await assertSound(app, { hasDrift: true })
    const ran = await app.main('todos:archive')
    assert.equal(ran.output, 'Done\n')
    const tasks = await app.main('schedule:list')
    assert.match(tasks.output, /send-digest/)
    const seeded = await app.main('db:seed')
    assert.match(seeded.output, /Seeded todos/)
    assert.match(app.read('tests/send-invoice.test.ts'), /assert\.ifError\(outcome\?\.error\)/)
    assert.match(app.read('database/factories/todo.ts'), /title: `Title \$\{n\}`/)
    assert.match(app.read('resources/mails.d.ts'), /'Accounts\/PasswordReset': typeof import/)
    assert.equal(app.read('main.ts').split('mail: {').length, 2)
  })

  it('writes code that compiles for words of the language, and for a name of two things', async () => {
    using app = copyTodo()
    const before = app.tree()
    const made = [
      ['job', 'Delete'],
      ['job', 'job'],
      ['task', 'application'],
      ['command', 'Export'],
      ['command', 'todos:ImportAll'],
      ['command', 'SendInvoice'],
      ['job', 'send-invoice'],
      ['page', 'Delete'],
      ['mail', 'Class'],
      ['channel', 'New'],
    ]

    for (const words of made) await app.tenon('make', ...words)

    await assertSound(app)
    assert.match(app.read('app/commands/todos-import-all.ts'), /command\('todos:import-all'/)
    assert.match(app.read('main.ts'), /jobs: \[deleteJob, jobJob, sendInvoiceJob\]/)
    assert.match(app.read('main.ts'), /commands: \[exportCommand, todosImportAll, sendInvoice\]/)
    const ran = await app.main('send-invoice')
    assert.equal(ran.output, 'Done\n')

    for (const words of made) await app.tenon('destroy', ...words)
    assert.deepEqual(app.tree(), before)
  })

  it('lists a task in an application without tasks, and takes it back', async () => {
    using app = copyTodo(['app/tasks/prune-done.ts', 'tests/todos.test.ts'])
    app.write('main.ts', app.read('main.ts').replace(/.*pruneDone.*\n/g, ''))
    const before = app.tree()

    const made = await app.tenon('make', 'task', 'send-digest')
    const listed = await app.main('schedule:list')
    await app.tenon('destroy', 'task', 'send-digest')

    assert.doesNotMatch(made.output, /Add this/)
    assert.match(listed.output, /send-digest/)
    assert.deepEqual(app.tree(), before)
  })

  it('names the key of a model that was written by hand', async () => {
    using app = copyTodo()
    app.write('app/models/store.ts', storeOfShop)
    app.write(
      'main.ts',
      app
        .read('main.ts')
        .replace('models: { Todo }', 'models: { Todo, Store }')
        .replace('import { web }', `import { Store } from './app/models/store.ts'\nimport { web }`),
    )

    const made = await app.tenon(
      'make',
      'model',
      'Shelf',
      'code:text',
      'store:belongsTo',
      '--resource',
    )

    assert.equal(made.exitCode, 0, made.output)
    assert.match(app.read('app/models/shelf.ts'), /references\('stores\.store_id'/)
    assert.match(app.read('database/factories/shelf.ts'), /\(await stores\.create\(\)\)\.store_id/)
    await app.main('make:migration', 'create_stores')
    const compiled = await app.compile()
    assert.equal(compiled.exitCode, 0, compiled.output)
  })

  it('fills every required column of a model that was written by hand in its factory', async () => {
    using app = copyTodo()
    await app.tenon('make', 'model', 'Shop', 'name:text')
    app.write('app/models/account.ts', accountOfBank)
    const main = app.read('main.ts').replace('models: { Todo,', 'models: { Account, Todo,')
    const line = `import { Account } from './app/models/account.ts'\n`
    app.write('main.ts', main.replace('import { web }', `${line}import { web }`))
    await app.main('make:migration', 'create_accounts')
    app.write('tests/accounts.test.ts', testOfAccounts)

    const made = await app.tenon('make', 'factory', 'Account')

    assert.equal(made.exitCode, 0, made.output)
    await assertSound(app)
  })

  it('asks whose the records of a model are in an application with teams', async () => {
    using app = copyTodo()
    const before = await app.tenon('make', 'model', 'Team', 'name:text')
    app.write('app/member.ts', 'export {}\n')

    const plain = app.tree()
    const unowned = await app.tenon('make', 'model', 'Post', 'title:text', '--resource')
    const undo = /run "tenon ([^"]+)"/.exec(unowned.output)?.[1] ?? ''
    const undone = await app.tenon(...undo.split(' '))
    const treeWithout = app.tree()
    const owned = await app.tenon('make', 'model', 'Note', 'title:text', 'team:owner')
    const tree = app.tree()
    const below = await app.tenon('make', 'model', 'Remark', 'note:belongsTo')

    assert.doesNotMatch(before.output, /Whose/)
    assert.match(
      unowned.output,
      /\nWhose are posts\? .* run "tenon destroy model Post --resource", and make it again with the column team:owner\.\n$/,
    )
    assert.equal(undone.exitCode, 0, undone.output)
    assert.deepEqual(treeWithout, plain)
    assert.equal(owned.exitCode, 0, owned.output)
    assert.doesNotMatch(owned.output, /Whose/)
    assert.match(below.output, /notes belong to a team, .* Add the column team:owner\.\n$/)
    assert.deepEqual(app.tree(), tree)
  })

  it('writes a policy: for the owner of a record, or closed without one', async () => {
    using app = copyTodo()
    await app.tenon('make', 'model', 'User', 'email:text:unique', 'password:text')
    app.write('app/auth.ts', authOfUsers)
    await app.tenon('make', 'model', 'BlogPost', 'title:text', 'author:belongsTo:User')

    await app.tenon('make', 'policy', 'BlogPost')
    await app.tenon('make', 'policy', 'Todo')

    await assertSound(app)
    const owned = app.read('app/policies/blog-post-policy.ts')
    assert.match(owned, /update: \(user, blogPost\) => blogPost\.author_id === user\.id,/)
    assert.match(owned, /scope: \(user, query\) => query\.where\('author_id', user\.id\)/)
    assert.match(app.read('app/policies/todo-policy.ts'), /update: \(_user, _todo\) => false,/)
  })

  it('writes a channel: for each record of a model, or one for all', async () => {
    using app = copyTodo()

    await app.tenon('make', 'channel', 'Todo')
    await app.tenon('make', 'channel', 'Lobby')

    await assertSound(app)
    assert.match(app.read('app/channels/todo-channel.ts'), /channel\('todo', { todo: Todo }\)/)
    assert.match(app.read('app/channels/lobby-channel.ts'), /channel\('lobby', {}\)/)
  })

  it('writes nothing if a file already exists', async () => {
    using app = copyTodo()
    const before = app.tree()

    const refused = await app.tenon('make', 'model', 'Todo', 'title:text', '--resource')

    assert.equal(refused.exitCode, 1)
    assert.match(refused.output, /Nothing was written.*\n {2}app\/models\/todo\.ts\n/)
    assert.deepEqual(app.tree(), before)
  })

  it('prints the lines for a file that looks different', async () => {
    using app = copyTodo()
    app.write('main.ts', app.read('main.ts').replace('models: { Todo }', 'models: all()'))

    const made = await app.tenon('make', 'model', 'Post', 'title:text')

    assert.match(made.output, /Add this to main\.ts:\n {2}import \{ Post \} from/)
    assert.doesNotMatch(app.read('main.ts'), /Post/)
  })

  const mistakes: readonly [words: readonly string[], exitCode: number, message: RegExp][] = [
    [['modle', 'Post'], 64, /Unknown generator "modle". Did you mean "model"\?/],
    [['model'], 64, /tenon make model Post title:text/],
    [['model', '9lives'], 1, /"9lives" cannot be a name/],
    [['model', 'Link'], 1, /"Link" is used by JavaScript or by Tenon/],
    [['model', 'Post', 'Title:text'], 1, /"Title" cannot be a column/],
    [['model', 'Post', 'title:string'], 1, /"string" in "title:string" is not a type/],
    [['model', 'Post', 'title:text:uniq'], 1, /"uniq" in "title:text:uniq" is not a modifier/],
    [['model', 'Post', 'fee:decimal:10'], 1, /"fee:decimal:10" needs up to 18 digits/],
    [['model', 'Post', 'fee:decimal:2:4'], 1, /such as price:decimal:10:2/],
    [['model', 'Post', 'state:enum'], 1, /needs different texts.*such as state:enum:open,paid/],
    [['model', 'Post', 'state:enum:open,open'], 1, /needs different texts/],
    [['model', 'Post', 'a:text', 'a:text'], 1, /The column "a" is given twice/],
    [
      ['model', 'Post', 'user:belongsTo'],
      1,
      /Unknown model User: app\/models\/user\.ts does not define it/,
    ],
    [['policy', 'Todo'], 1, /there is no app\/auth\.ts\. Write it first/],
    [['factory', 'Post'], 1, /Run "tenon make model Post" first/],
    [['resource', 'Post'], 1, /Run "tenon make model Post" first/],
    [
      ['resource', 'Todo', 'title'],
      64,
      /A resource has a name and no columns: leave "title" out, or write its model too: tenon make model Todo title --resource/,
    ],
  ]
  for (const [words, exitCode, message] of mistakes) {
    it(`explains what is wrong with "make ${words.join(' ')}"`, async () => {
      using app = copyTodo()
      const before = app.tree()

      const refused = await app.tenon('make', ...words)

      assert.match(refused.output, message)
      assert.equal(refused.exitCode, exitCode)
      assert.deepEqual(app.tree(), before)
    })
  }
})

describe('tenon destroy', { timeout: 600_000 }, () => {
  it('leaves the application as it was before', async () => {
    using app = copyTodo()
    const before = app.tree()
    await app.tenon('make', 'model', 'Author', 'name:text', '--resource')
    await app.tenon('make', 'model', 'Post', ...columns, '--resource')
    await app.tenon('make', 'command', 'todos:archive')
    await app.tenon('make', 'task', 'send-digest')
    await app.tenon('make', 'mail', 'Invoice')
    await app.tenon('make', 'mail', 'Reminder')
    await app.tenon('make', 'job', 'send-invoice')

    const post = await app.tenon('destroy', 'model', 'Post', '--resource')
    await app.tenon('destroy', 'model', 'Author', '--resource')
    await app.tenon('destroy', 'command', 'todos:archive')
    await app.tenon('destroy', 'task', 'send-digest')
    await app.tenon('destroy', 'mail', 'Reminder')
    await app.tenon('destroy', 'mail', 'Invoice')
    await app.tenon('destroy', 'job', 'send-invoice')

    assert.match(post.output, /Removed app\/models\/post\.ts\n/)
    assert.match(post.output, /To get them back: tenon make model Post title:text:unique body:/)
    assert.deepEqual(app.tree(), before)
  })

  it('undoes a model that belongs to itself, and asks for nothing a second time', async () => {
    using app = copyAccounts()
    const before = app.tree()
    const own = ['born_on:date:nullable', 'mother:belongsTo:QueenBee:nullable', 'user:belongsTo']
    const state = 'state:enum:laying,not yet seen'
    await app.tenon('make', 'model', 'QueenBee', ...own, state, '--resource')

    const { output } = await app.tenon('destroy', 'model', 'QueenBee', '--resource')
    const after = app.tree()
    const again = await app.tenon('destroy', 'model', 'QueenBee', '--resource')

    assert.match(
      output,
      /To get them back: .* user:belongsTo:User "state:enum:laying,not yet seen" /,
    )
    assert.deepEqual(after, before)
    assert.equal(again.output, 'There is nothing to remove.\n')
  })

  it('removes the factory of an owner that came with it, unless something else uses it', async () => {
    using app = copyTodo()
    const before = app.tree()
    await app.tenon('make', 'model', 'Author', 'name:text')
    await app.tenon('make', 'model', 'Post', 'title:text', 'author:belongsTo', '--resource')
    await app.tenon('make', 'model', 'Book', 'title:text', 'author:belongsTo', '--resource')

    await app.tenon('destroy', 'model', 'Post', '--resource')
    const hasFactory = app.has('database/factories/author.ts')
    await app.tenon('destroy', 'model', 'Book', '--resource')
    await app.tenon('destroy', 'model', 'Author')

    assert.ok(hasFactory)
    assert.deepEqual(app.tree(), before)
  })

  it('keeps a file that has changed since, with what it needs and the lines that need it', async () => {
    using app = copyTodo()
    await app.tenon('make', 'model', 'Post', 'title:text', '--resource')
    const changed = `${app.read('app/controllers/posts.ts')}\nexport const mine = () => 'mine'\n`
    app.write('app/controllers/posts.ts', changed)

    const destroyed = await app.tenon('destroy', 'model', 'Post', '--resource')

    assert.match(
      destroyed.output,
      /Kept app\/controllers\/posts\.ts: it differs from what this command would write now\. Remove it if nothing needs it\.\n/,
    )
    assert.equal(app.read('app/controllers/posts.ts'), changed)
    assert.match(
      destroyed.output,
      /Kept app\/models\/post\.ts: app\/controllers\/posts\.ts needs it\.\n/,
    )
    assert.match(
      destroyed.output,
      /Kept database\/migrations\/\w+_create_posts\.ts: app\/models\/post\.ts needs it\.\n/,
    )
    assert.match(app.read('app/routes.ts'), /posts\.index/)
    assert.match(app.read('main.ts'), /\bPost\b/)
    assert.ok(!app.has('tests/posts.test.ts'))
    assert.equal((await app.compile()).exitCode, 0)
  })

  it('keeps a model that another one belongs to', async () => {
    using app = copyTodo()
    await app.tenon('make', 'model', 'Author', 'name:text')
    await app.tenon('make', 'model', 'Post', 'title:text', 'author:belongsTo')
    const before = app.tree()

    const { output } = await app.tenon('destroy', 'model', 'Author')

    assert.match(output, /^Kept app\/models\/author\.ts: app\/models\/post\.ts needs it\.\n/)
    assert.deepEqual(app.tree(), before)
  })

  it('advises to remove only what nothing else needs, if the routes have changed since', async () => {
    using app = copyTodo()
    await app.tenon('make', 'model', 'Post', 'title:text', '--resource')
    app.write('app/routes.ts', app.read('app/routes.ts').replace('posts.create)', 'posts.store)'))

    const { output } = await app.tenon('destroy', 'resource', 'Post')

    assert.match(
      output,
      /Remove this from app\/routes\.ts:\n {2}import \* as posts from '\.\/controllers\/posts\.ts'\n {4}group\('\/posts'/,
    )
  })

  it('reports if there is nothing to remove', async () => {
    using app = copyTodo()

    const destroyed = await app.tenon('destroy', 'seeder', 'nobody')

    assert.deepEqual(destroyed, { exitCode: 0, output: 'There is nothing to remove.\n' })
  })
})

const projectTests = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { Expense } from '../app/models/expense.ts'
import { expenses } from '../database/factories/expense.ts'
import { projects } from '../database/factories/project.ts'
import { users } from '../database/factories/user.ts'
import { logIn } from './log-in.ts'

it('an expense is of a project of its user', async () => {
  await using app = await testApp()
  const user = await users.create()
  const browser = await logIn(app, user)
  const [own, foreign] = [await projects.create({ user_id: user.id }), await projects.create()]
  const form = new FormData()
  form.set('title', 'Train')
  form.set('receipt', new Blob(['Ticket']), 'ticket.txt')
  form.set('project_id', String(foreign.id))

  const shown = await browser.get(route('expenses.create'))
  const refused = await browser.post(route('expenses.store'), form)

  shown.assertPage('Expenses/Create', { projectOptions: [{ id: own.id, name: own.name }] })
  refused.assertStatus(422).assertErrors({ project_id: 'Project was not found' })
  assert.equal(await Expense.count(), 0)
  const expense = await expenses.create({ user_id: user.id })
  assert.equal((await expense.load(Expense.project)).user_id, user.id)
})

it('the page of an expense has the title of its project', async () => {
  await using app = await testApp()
  const user = await users.create()
  const browser = await logIn(app, user)
  const project = await projects.create({ user_id: user.id })
  const expense = await expenses.create({ user_id: user.id, project_id: project.id })

  const response = await browser.get(route('expenses.show', { expense: expense.id }))

  response.assertStatus(200)
  response.assertPage('Expenses/Show', { expense: expense.toJSON(), projectTitle: project.name })
})

it('the page of an expense does not have the title of a project of another user', async () => {
  await using app = await testApp()
  const user = await users.create()
  const browser = await logIn(app, user)
  const project = await projects.create()
  const expense = await expenses.create({ user_id: user.id, project_id: project.id })

  const response = await browser.get(route('expenses.show', { expense: expense.id }))

  response.assertPage('Expenses/Show', { expense: expense.toJSON(), projectTitle: null })
})

it('the next page says what was done', async () => {
  await using app = await testApp()
  const user = await users.create()
  const browser = await logIn(app, user)
  const project = await projects.create({ user_id: user.id })
  const address = route('projects.update', { project: project.id })
  const removal = route('projects.destroy', { project: project.id })
  const notices: unknown[] = []
  const look = async () => {
    const { flash } = (await browser.get(route('projects.index'))).page()
    notices.push(flash?.['notice'])
  }

  await browser.post(route('projects.store'), { name: 'Bridge' })
  await look()
  await browser.put(address, { name: 'Tunnel' })
  await look()
  await browser.delete(removal)
  await look()

  assert.deepEqual(notices, ['Project created.', 'Project saved.', 'Project deleted.'])
})
`

/** A resource of records that belong to a user each. */
function orderOf(name: string, app: Scaffold) {
  return {
    project: openProject(app.root),
    name,
    columns: ['title:text', 'user:belongsTo'],
    isResource: true,
    migrationPath: (slug: string) => `database/migrations/2026_11_22_000001_${slug}.ts`,
  }
}

/** Marks each German text of a file as translated. */
function translate(path: string, app: Scaffold): void {
  app.write(path, app.read(path).replaceAll(/'(.*)', \/\/ untranslated/g, "'«$1»',"))
}

const germanErrors = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from 'tenon/testing'

it('says in German what is wrong', async () => {
  await using app = await testApp()

  const german = app.as('json', { headers: { 'accept-language': 'de' } })
  const sent = { settings: '{', views: 3_000_000_000, starts_at: '2026-12-01T11:00:00+01:00' }
  const response = await german.post('/entries', sent)

  const { errors } = response.json() as { errors: Record<string, string> }
  assert.equal(errors['title'], '«Title is required»')
  assert.equal(errors['settings'], '«Settings must be JSON»')
  assert.equal(errors['scan'], '«Choose a scan»')
  assert.equal(errors['views'], '«Views must be at most 2147483647»')
  assert.equal(errors['starts_at'], undefined)
})
`

const refusedByDatabase = `import { it } from 'node:test'
import { testApp } from 'tenon/testing'
import { authors } from '../database/factories/author.ts'
import { comments } from '../database/factories/comment.ts'

it('says at the field what the database has refused', async () => {
  await using app = await testApp()
  const { id } = await authors.create()
  const { code } = await comments.create({ author_id: id })

  const sent = { code, blog_post_id: 99, parent_id: 99 }
  const response = await app.post('/comments', { ...sent, author_id: id })
  const missing = await app.post('/comments', { ...sent, author_id: 99 })

  const errors = {
    code: 'Code is taken',
    blog_post_id: 'Blog post was not found',
    parent_id: 'Parent was not found',
  }
  response.assertErrors({ ...errors, author_id: 'Author id is taken' })
  missing.assertErrors({ ...errors, author_id: 'Author id was not found' })
})
`

const longJson = `import { it } from 'node:test'
import { testApp } from 'tenon/testing'
import { blogPosts } from '../database/factories/blog-post.ts'

it('refuses JSON that is slow to read', async () => {
  await using app = await testApp()
  const { id } = await blogPosts.create()

  const marks = JSON.stringify(Array.from({ length: 4000 }, () => ({})))
  const response = await app.post('/comments', { code: 'A', blog_post_id: id, marks })

  response.assertErrors({ marks: 'Marks must have at most 10,000 characters' })
})
`

const storeOfShop = `import { c, Model } from 'tenon/models'

export class Store extends Model('stores', {
  store_id: c.id(),
  name: c.text(),
}) {}
`

const accountOfBank = `import { belongsTo, c, Model } from 'tenon/models'
import { Shop } from './shop.ts'

export class Account extends Model('accounts', {
  iban: c.stringId(),
  code: c.text({ max: 3 }),
  holder: c.text({ max: 40 }),
  cents: c.bigint(),
  limit: c.decimal(3, 3),
  rate: c.decimal(2, 1),
  kind: c.enum(['private', 'business']),
  key: c.bytes(),
  settings: c.json(),
  note: c.json().nullable(),
  opened_on: c.date(),
  state: c.text().default('open'),
  shop_id: c.integer().references('shops.id', { onDelete: 'restrict' }),
}) {
  static shop = belongsTo(() => Shop, 'shop_id', { key: 'id' })
}
`

const testOfAccounts = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from 'tenon/testing'
import { accounts } from '../database/factories/account.ts'

it('accounts can be made', async () => {
  await using _ = await testApp()

  const [, second] = await accounts.createMany(12)

  assert.equal(second?.holder, 'Holder 2')
})
`

const authOfUsers = `import { accounts } from 'tenon/auth'
import { User } from './models/user.ts'

export const auth = accounts(User, { login: 'email', password: 'password' })
`

const routesOfApi = `import { get, routes } from 'tenon'

export const web = routes([
  get('/', () => 'an API').name('home'),
])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
`

/** Writes an API whose users have tokens. */
function writeTokens(app: Scaffold): void {
  app.write('app/routes.ts', routesOfTokens)
  app.write('app/auth.ts', authOfTokens)
  app.write('app/models/user.ts', userOfTokens)
  app.write('tsconfig.json', app.read('tsconfig.json').replace(',"resources"', ''))
  const main = app
    .read('main.ts')
    .replace(
      'models: { Todo },',
      `models: { Todo, User },\n  openapi: { title: 'Notes', version: '1' },`,
    )
    .replace(`import { web }`, `import { User } from './app/models/user.ts'\nimport { web }`)
  app.write('main.ts', main)
}

const routesOfTokens = `import { get, routes } from 'tenon'
import { auth, perAddress } from './auth.ts'

export const web = routes([
  get('/', () => 'an API')
    .name('home')
    .middleware(perAddress),
  get('/me', () => 'somebody')
    .name('me')
    .middleware(auth.token()),
])

declare module 'tenon' {
  interface Register {
    routes: typeof web
  }
}
`

const authOfTokens = `import { accounts } from 'tenon/auth'
import { limit } from 'tenon/limits'
import { User } from './models/user.ts'

export const auth = accounts(User, {
  login: 'email',
  password: 'password',
  tokens: { prefix: 'notes' },
})

export const perAddress = limit({ limit: 100, per: '1m' })
`

const userOfTokens = `import { c, Model } from 'tenon/models'

export class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}
`

const contractOfNotes = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import { notes } from '../database/factories/note.ts'
import { tags } from '../database/factories/tag.ts'
import { users } from '../database/factories/user.ts'

it('answers as documented', async () => {
  await using app = await testApp()
  const user = await users.create()
  const note = await notes.create({ user_id: user.id })
  const tag = await tags.create()
  const { text } = await auth.tokens.issue(user, { name: 'T', abilities: [], expires: '1h' })
  // With files, the body is a form, whose JSON is text.
  const requests = [{ body: { title: 'a', settings: '{}' } }]

  const differences = await app.checkContract({
    headers: { authorization: \`Bearer \${text}\` },
    parameters: { note: note.id, tag: tag.id },
    requests: { 'notes.store': requests, 'notes.update': requests },
  })

  assert.deepEqual(differences, [])
})
`

const mainOfPages = `import { application, get, routes } from 'tenon'

const web = routes([get('/', () => 'home')])

export const app = application({ root: import.meta.dirname, routes: web })
await app.run(process.argv.slice(2))
`
