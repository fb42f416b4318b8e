import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { programOf, type Change, type Changeable } from './program-of.ts'

/** What is planted, and what has to be said of it. */
type Planted = readonly [changes: Readonly<Record<string, Change>>, message: RegExp]

const login = 'resources/pages/Accounts/Login.tsx'
const settings = 'resources/pages/Settings/Index.tsx'
const tickets = 'resources/pages/Tickets/Index.tsx'
const words = 'resources/words/home.ts'
const todoForm = 'resources/components/TodoForm.tsx'
const todoIndex = 'resources/pages/Todos/Index.tsx'
const todoItem = 'resources/components/TodoItem.tsx'
const todoDialog = 'resources/components/DeleteDialog.tsx'

const inTodo: Readonly<Record<string, Planted>> = {
  'a link with a path that was never declared': [
    { [todoIndex]: ["href={route('todos.create')}", 'href="/todo/create"'] },
    /A link leads to "\/todo\/create", which is the path of no route\. Did you mean "\/todos\/create"\?/,
  ],
  'a link with values in a path that was never declared': [
    { [todoIndex]: ["href={route('todos.create')}", 'href={`/todos/${todos.length}/show`}'] },
    /"\/todos\/…\/show", which is the path of no route/,
  ],
  'a link to a route that takes a form': [
    { [todoIndex]: ["href={route('todos.create')}", "href={route('todos.toggle', { todo: 1 })}"] },
    /A link asks for "todos.toggle" with GET, and \/todos\/\{todo\}\/toggle answers POST/,
  ],
  'a link whose path is chosen, and one of them is wrong': [
    {
      [todoIndex]: ["href={route('todos.create')}", "href={todos.length > 0 ? '/todos' : '/new'}"],
    },
    /leads to "\/new"/,
  ],
  'a link whose path stands in a constant': [
    {
      'resources/components/Menu.tsx':
        "export function Menu() {\n  const to = '/archive'\n  return <a href={to}>Old</a>\n}",
    },
    /A link leads to "\/archive"/,
  ],
  'a link with a method that the route does not answer': [
    {
      [todoIndex]: [
        "href={route('todos.create')}",
        'method="delete" href={route(\'todos.create\')}',
      ],
    },
    /asks for "todos.create" with DELETE/,
  ],
  'a visit with the wrong method': [
    { [todoItem]: ['router.post(', 'router.put('] },
    /router\.put\(\) asks for "todos.toggle" with PUT, and .* answers POST/,
  ],
  'a visit with the wrong method in its options': [
    {
      [todoItem]: [
        "router.post(route('todos.toggle', { todo: todo.id }), {}, {",
        "router.visit(route('todos.toggle', { todo: todo.id }), { method: 'patch',",
      ],
    },
    /router\.visit\(\) asks for "todos.toggle" with PATCH/,
  ],
  'a visit without a method to a route that changes something': [
    {
      [todoItem]: [
        "router.post(route('todos.toggle', { todo: todo.id }), {}, {",
        "router.visit(route('todos.toggle', { todo: todo.id }), {",
      ],
    },
    /router\.visit\(\) asks for "todos.toggle" with GET/,
  ],
  'a deletion of a path that was written out wrong': [
    {
      [todoDialog]: [
        "router.delete(route('todos.destroy', { todo: todo.id })",
        'router.delete(`/todo/${todo.id}`',
      ],
    },
    /router\.delete\(\) leads to "\/todo\/…"/,
  ],
  'a redirect to a path that was never declared': [
    { 'app/controllers/todos.ts': ["redirect(route('todos.index'))", "redirect('/todoes')"] },
    /redirect\(\) leads to "\/todoes".* Did you mean "\/todos"\?/,
  ],
  'a redirect to a route that only takes a form': [
    {
      'app/controllers/todos.ts': [
        "redirect(route('todos.index'))",
        "redirect(route('todos.toggle', { todo: 1 }))",
      ],
    },
    /redirect\(\) asks for "todos.toggle" with GET/,
  ],
  'a way back to a path that was never declared': [
    {
      'app/controllers/leave.ts':
        "import { back } from 'tenon'\nexport const leave = () => back('/list')",
    },
    /back\(\) leads to "\/list"/,
  ],
  'a redirect to itself': [
    { 'app/routes.ts': ["redirect(route('todos.index'))", "redirect(route('home'))"] },
    /redirects in a circle: \/ → \//,
  ],
  'a fetch of a path that was never declared': [
    { [todoItem]: ['function toggle() {', "function toggle() {\n    void fetch('/todos.json')"] },
    /fetch\(\) leads to "\/todos\.json"/,
  ],
  'a fetch with a method that the route does not answer': [
    {
      [todoItem]: [
        'function toggle() {',
        "function toggle() {\n    void fetch('/todos', { method: 'DELETE' })",
      ],
    },
    /fetch\(\) asks for "\/todos" with DELETE, and \/todos answers GET and POST/,
  ],
  'a form with a path that was never declared': [
    {
      [todoIndex]: [
        '<DeleteDialog',
        '<form action="/todos/clear" method="post"></form>\n<DeleteDialog',
      ],
    },
    /A form asks for "\/todos\/clear" with POST, and \/todos\/\{todo\} answers PUT and DELETE/,
  ],
  'a form that forgets its method': [
    {
      [todoIndex]: [
        '<DeleteDialog',
        "<form action={route('todos.toggle', { todo: 1 })}></form>\n<DeleteDialog",
      ],
    },
    /A form asks for "todos.toggle" with GET/,
  ],
  'a plain form with a file': [
    {
      [todoIndex]: [
        '<DeleteDialog',
        '<form action="/todos" method="post"><input type="file" name="title" /></form>\n<DeleteDialog',
      ],
    },
    /sends only its name: add encType/,
  ],
  'a field that the schema does not have': [
    { [todoForm]: ["{ title: todo?.title ?? '' }", "{ title: todo?.title ?? '', notes: '' }"] },
    /The form sends "notes", which "todos.store" and "todos.update" do not take. Known fields: title/,
  ],
  'a form without a field that the schema requires': [
    {
      [todoForm]:
        "import { action, useForm } from 'tenon/react'\nexport function TodoForm() {\n  const form = useForm(action('todos.store'), {})\n  return <button onClick={() => form.submit()} />\n}",
    },
    /"todos.store" requires "title", and no form that is sent to it has the field/,
  ],
  'a page that no handler renders': [
    {
      'resources/pages/Todos/Archive.tsx':
        'export default function Archive() { return <p>Old</p> }',
    },
    /No handler renders the page "Todos\/Archive"/,
  ],
  'a page whose name the handler spells differently': [
    { 'app/controllers/todos.ts': ["page('Todos/Edit'", "page('Todos/Create'"] },
    /No handler renders the page "Todos\/Edit"/,
  ],
  'a mail that nobody sends': [
    { 'resources/mails/Reminder.tsx': 'export default function Reminder() { return <p>Milk</p> }' },
    /Nothing sends the mail "Reminder"/,
  ],
  'a mail that is made and not sent': [
    {
      'resources/mails/Reminder.tsx': 'export default function Reminder() { return <p>Milk</p> }',
      'app/remind.ts':
        "import { mail } from 'tenon/mail'\nexport async function remind() {\n  await mail('Reminder').to('a@example.com')\n}",
    },
    /^The mail "Reminder" is not sent: end the line with \.send\(\)\.$/,
  ],
  'a redirect that nobody returns': [
    {
      'app/late.ts':
        "import { redirect } from 'tenon'\nexport function late(is: boolean) {\n  if (is) redirect('/todos').flash('late', true)\n}",
    },
    /^Nobody returns the reply of redirect\(\), so it does nothing: write return before it\.$/,
  ],
  'a link in a mail that leads nowhere': [
    {
      'resources/mails/Reminder.tsx':
        'export default function Reminder() { return <a href="/late">Milk</a> }',
      'app/remind.ts':
        "import { mail } from 'tenon/mail'\nexport const remind = () => mail('Reminder').to('a@example.com').send()",
    },
    /A link leads to "\/late"/,
  ],
  'a job that is not registered': [
    {
      'app/jobs/clean.ts':
        "import { job } from 'tenon/jobs'\nexport const clean = job('clean', Nothing).run(() => {})\nexport const start = () => clean.dispatch({})",
    },
    /The job "clean" is not in application\(\{ jobs \}\)/,
  ],
  'a task that is not registered': [
    {
      'app/tasks/report.ts':
        "import { task } from 'tenon/schedule'\nexport const report = task('report').daily().run(() => {})",
    },
    /The task "report" is not in application\(\{ tasks \}\), so it never runs/,
  ],
  'a listener that is not registered': [
    {
      'app/listeners/log.ts':
        "import { event, listener } from 'tenon/events'\nexport const done = event('done', Done)\nexport const log = listener('log').on(done).run(() => {})\nexport const tell = () => done.emit({})",
    },
    /The listener "log" is not in application\(\{ listeners \}\)/,
  ],
  'a command that is not registered': [
    {
      'app/commands/clear.ts':
        "import { command } from 'tenon'\nexport const clear = command('todos:clear').run(() => 0)",
    },
    /The command "todos:clear" is not in application\(\{ commands \}\)/,
  ],
  'an event that nobody emits': [
    {
      'app/events.ts':
        "import { event } from 'tenon/events'\nexport const done = event('done', Done)",
    },
    /Nothing emits the event "done"/,
  ],
  'an event that nobody listens to': [
    {
      'app/events.ts':
        "import { event } from 'tenon/events'\nexport const done = event('done', Done)\nexport const tell = () => done.emit({})",
    },
    /Nothing listens to the event "done"/,
  ],
  'a policy that nothing uses': [
    {
      'app/policies/todo-policy.ts':
        "import { policy } from 'tenon/auth'\nexport const TodoPolicy = policy(auth, Todo, {})",
    },
    /No route and no handler uses TodoPolicy/,
  ],
}

const inAccounts: Readonly<Record<string, Planted>> = {
  'a link of the login to a path that was never declared': [
    { [login]: ["href={route('password-reset.create')}", 'href="/password/forgot"'] },
    /"\/password\/forgot", which is the path of no route/,
  ],
  'a misspelt field of a component': [
    { [login]: ['name="email"', 'name="mail"'] },
    /The form sends "mail", which "login.store" does not take. Known fields: email, password, remember/,
  ],
  'a misspelt field of an element': [
    { [login]: ['name="remember"', 'name="remember_me"'] },
    /The form sends "remember_me"/,
  ],
  'a misspelt field of a list': [
    { 'resources/pages/Settings/CreateToken.tsx': ['name="expires"', 'name="expires_in[]"'] },
    /The form sends "expires_in"/,
  ],
  'a form that lost a field': [
    {
      'resources/pages/Accounts/ForgotPassword.tsx': ['name="email"', 'title="email"'],
    },
    /"password-reset.store" requires "email"/,
  ],
  'a form that lost one of its fields': [
    { 'resources/pages/Settings/Delete.tsx': ['name="email"', 'name="address"'] },
    /The form sends "address", which "settings.destroy" does not take. Known fields: email/,
  ],
  'a form without its token': [
    {
      'resources/pages/Accounts/ResetPassword.tsx': [
        '<input type="hidden" name="token" defaultValue={token} />',
        '',
      ],
    },
    /"password-reset.update" requires "token"/,
  ],
  'a form that is sent to another route': [
    {
      'resources/pages/Settings/TwoFactor.tsx': [
        "action={action('two-factor.store')}",
        "action={action('settings.profile')}",
      ],
    },
    /The form sends "code", which "settings.profile" does not take. Known fields: name/,
  ],
  'a link to a route that only deletes': [
    {
      [settings]: [
        "href={route('settings.remove')}",
        "href={route('passkeys.destroy', { passkey: '1' })}",
      ],
    },
    /A link asks for "passkeys.destroy" with GET, and .* answers DELETE/,
  ],
  'a link that logs out': [
    { [settings]: ["href={route('settings.remove')}", 'href="/logout"'] },
    /A link asks for "\/logout" with GET, and \/logout answers POST/,
  ],
  'a redirect after a form to a route that takes forms': [
    {
      'app/controllers/accounts/password-reset.ts': [
        "redirect(route('login.create'))",
        "redirect(route('login.destroy'))",
      ],
    },
    /redirect\(\) asks for "login.destroy" with GET/,
  ],
  'a mail of the kit that is not sent any more': [
    {
      'app/account-mails.ts':
        "export const mails = ['Accounts/VerifyAddress', 'Accounts/ResetPassword', 'Accounts/ChangeAddress', 'Accounts/SecurityNotice']",
    },
    /Nothing sends the mail "Accounts\/AlreadyRegistered"/,
  ],
  'a message that nothing says': [
    {
      [words]: [
        'export const hello = message({',
        "export const bye = message({ en: 'Bye', de: 'Tschüss', ar: 'وداعًا' })\nexport const hello = message({",
      ],
    },
    /Nothing says the message "bye"/,
  ],
  'a message without a text in one of the languages': [
    { [words]: ["de: 'Hallo, {name}',", ''] },
    /The message "hello" has no text in German \(de\)/,
  ],
  'a text that is still the copy of another language': [
    { [words]: ["de: 'Hallo, {name}',", "de: 'Hello, {name}', // untranslated"] },
    /The message "hello" in German \(de\): the text is not translated yet/,
  ],
  'a text whose syntax is wrong': [
    { [words]: ["de: 'Hallo, {name}',", "de: 'Hallo, {name',"] },
    /The message "hello" in German \(de\): .*ICU syntax is wrong/,
  ],
  'a text that is empty in one of the languages': [
    { [words]: ["de: 'Hallo, {name}',", "de: '',"] },
    /The message "hello" in German \(de\): the text is empty\./,
  ],
  'a plural with one form for all numbers': [
    { [words]: ["de: 'Hallo, {name}',", "de: '{name, plural, other {# Gäste}}',"] },
    /The message "hello" in German \(de\): a plural has nothing but "other"\./,
  ],
  'a variable that .env.example lacks': [
    { 'app/stripe.ts': "export const key = process.env['STRIPE_KEY']" },
    /The variable STRIPE_KEY is not in \.env\.example/,
  ],
  'a variable that is read by its name': [
    { 'app/stripe.ts': 'export const key = process.env.STRIPE_KEY' },
    /The variable STRIPE_KEY/,
  ],
  'a variable that is taken out of all': [
    { 'app/stripe.ts': 'const { STRIPE_KEY } = process.env\nexport { STRIPE_KEY }' },
    /The variable STRIPE_KEY/,
  ],
  'a variable in the schema of all': [
    {
      'app/env.ts':
        'const Env = z.object({ STRIPE_KEY: z.string() })\nexport const env = Env.parse(process.env)',
    },
    /The variable STRIPE_KEY/,
  ],
  'a variable in the schema of environment()': [
    { 'app/env.ts': 'export const env = environment(z.object({ STRIPE_KEY: z.string() }))' },
    /The variable STRIPE_KEY/,
  ],
  'a variable in a schema with further calls': [
    {
      'app/env.ts':
        'const Env = z.object({ STRIPE_KEY: z.string() })\nexport const env = environment(Env.refine(isWhole))',
    },
    /The variable STRIPE_KEY/,
  ],
}

const inHelpdesk: Readonly<Record<string, Planted>> = {
  'an input for several files with the name of one': [
    { 'resources/components/tickets/FilesField.tsx': ['name="files[]"', 'name="files"'] },
    /This input sends several values: name it "files\[\]"/,
  ],
  'a path with a value that no route has': [
    {
      [tickets]: [
        "href={route('tickets.create', { team: team.id })}",
        'href={`/teams/${team.id}/ticket/new`}',
      ],
    },
    /"\/teams\/…\/ticket\/new", which is the path of no route/,
  ],
  'a misspelt field of a field that passes its name on': [
    { 'resources/pages/Tickets/Create.tsx': ['name="body"', 'name="text"'] },
    /The form sends "text", which "tickets.store" does not take/,
  ],
  'a field of a form that became required': [
    {
      'resources/pages/Tickets/Create.tsx': [
        '<Field name="subject" label={subjectLabel()} autoComplete="off" />',
        '',
      ],
    },
    /"tickets.store" requires "subject"/,
  ],
  'a job that nothing dispatches': [
    {
      'app/jobs/escalate.ts':
        "import { job } from 'tenon/jobs'\nexport const escalate = job(name, Ticket).run(() => {})\nexport const jobs = [escalate]",
    },
    /Nothing dispatches the job "escalate"/,
  ],
  'a policy of a model that was left behind': [
    {
      'app/policies/comment-policy.ts':
        "import { policy } from 'tenon/auth'\nexport const CommentPolicy = policy({ user: member }, Comment, {}, {})",
    },
    /No route and no handler uses CommentPolicy/,
  ],
}

const inVue: Readonly<Record<string, Planted>> = {
  'a link of a template to a path that was never declared': [
    {
      'resources/pages/Todos/Index.vue': [`:href="route('todos.create')"`, 'href="/todos/new/one"'],
    },
    /A link leads to "\/todos\/new\/one"/,
  ],
  'a link of a template to a route that takes a form': [
    {
      'resources/pages/Todos/Index.vue': [
        `:href="route('todos.create')"`,
        `:href="route('todos.toggle', { todo: 1 })"`,
      ],
    },
    /A link asks for "todos.toggle" with GET/,
  ],
  'a visit of a script with the wrong method': [
    { 'resources/components/TodoItem.vue': ['router.post(', 'router.put('] },
    /router\.put\(\) asks for "todos.toggle" with PUT/,
  ],
  'a visit of a template with the wrong method': [
    {
      'resources/components/TodoItem.vue': [
        '@change="toggle"',
        `@change="router.get(route('todos.toggle', { todo: 1 }))"`,
      ],
    },
    /router\.get\(\) asks for "todos.toggle" with GET/,
  ],
  'a field that the schema does not have': [
    {
      'resources/components/TodoForm.vue': [
        "{ title: todo?.title ?? '' }",
        "{ title: '', notes: '' }",
      ],
    },
    /The form sends "notes"/,
  ],
  'a message that nothing says': [
    {
      'resources/components/Bye.vue':
        "<script lang='ts'>import { message } from 'tenon/languages'\nexport const bye = message({ en: 'Bye' })\nexport const hello = message({ en: 'Hello' })</script>\n<template><p>{{ hello() }}</p></template>",
    },
    /Nothing says the message "bye"/,
  ],
  'a page that no handler renders': [
    { 'resources/pages/Todos/Archive.vue': '<template><p>Old</p></template>' },
    /No handler renders the page "Todos\/Archive"/,
  ],
}

const inSvelte: Readonly<Record<string, Planted>> = {
  'a link of the markup to a path that was never declared': [
    {
      'resources/pages/Todos/Index.svelte': [
        "href={route('todos.create')}",
        'href="/todos/new/one"',
      ],
    },
    /A link leads to "\/todos\/new\/one"/,
  ],
  'a link of the markup to a route that takes a form': [
    {
      'resources/components/TodoItem.svelte': [
        "href={route('todos.edit', { todo: todo.id })}",
        "href={route('todos.toggle', { todo: todo.id })}",
      ],
    },
    /A link asks for "todos.toggle" with GET/,
  ],
  'a visit with the wrong method': [
    { 'resources/components/TodoItem.svelte': ['router.post(', 'router.patch('] },
    /router\.patch\(\) asks for "todos.toggle" with PATCH/,
  ],
  'a visit of the markup with the wrong method': [
    {
      'resources/components/TodoItem.svelte': [
        'onclick={onDelete}',
        "onclick={() => router.get(route('todos.toggle', { todo: 1 }))}",
      ],
    },
    /router\.get\(\) asks for "todos.toggle" with GET/,
  ],
  'a field that the schema does not have': [
    {
      'resources/components/TodoForm.svelte': [
        "{ title: todo?.title ?? '' }",
        "{ title: '', notes: '' }",
      ],
    },
    /The form sends "notes"/,
  ],
  'a message that nothing says': [
    {
      'resources/components/Bye.svelte':
        "<script module lang='ts'>import { message } from 'tenon/languages'\nconst bye = message({ en: 'Bye' })\nconst hello = message({ en: 'Hello' })</script>\n<p>{hello()}</p>",
    },
    /Nothing says the message "bye"/,
  ],
  'a page that no handler renders': [
    { 'resources/pages/Todos/Archive.svelte': '<p>Old</p>' },
    /No handler renders the page "Todos\/Archive"/,
  ],
}

const corpus = [
  { title: 'the todo application', example: 'todo', pages: undefined, planted: inTodo },
  {
    title: 'the application with accounts',
    example: 'accounts',
    pages: undefined,
    planted: inAccounts,
  },
  { title: 'the helpdesk', example: 'helpdesk', pages: undefined, planted: inHelpdesk },
  { title: 'the todo application with Vue', example: 'todo', pages: 'vue', planted: inVue },
  {
    title: 'the todo application with Svelte',
    example: 'todo',
    pages: 'svelte',
    planted: inSvelte,
  },
]

/** What looks like a mistake and is none. */
const fitting: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  'links to other sites, addresses and places of the page': {
    'resources/components/Menu.tsx':
      'export const Menu = () => <><a href="https://example.com/x" /><a href="//example.com/x" /><a href="mailto:a@example.com" /><a href="#top" /><a href="?page=2" /></>',
  },
  'links that are computed': {
    'resources/components/Menu.tsx':
      'export const Menu = ({ to, id }) => <><a href={to} /><a href={`${to}/x`} /><a href={`/todos/${id}/edit`} /><Link href={action("todos.store")} /></>',
  },
  'links whose name means something else in the markup, or may change': {
    'resources/components/Menu.tsx': `const to = '/archive'
export const Menu = ({ links }) => links.map((to) => <a href={to} />)
export const first = ({ to }) => <a href={to} />
export function Other() {
  let path = '/old'
  path = '/todos'
  return <a href={path} />
}
`,
  },
  'links with a query and a place': {
    'resources/components/Menu.tsx': 'export const Menu = () => <a href="/todos?done=1#end" />',
  },
  'probes and files of the build': {
    'resources/components/Menu.tsx':
      'export const Menu = () => <><a href="/_app/health" /><a href="/assets/manual.pdf" /></>',
  },
  'names of other components': {
    'resources/components/Menu.tsx':
      'import { action, Form } from \'tenon/react\'\nexport const Menu = () => <Form action={action(\'todos.store\')}><Icon name="plus" /><input name="title" /></Form>',
  },
  'a form that makes its fields itself': {
    'resources/components/Menu.tsx':
      "import { action, Form } from 'tenon/react'\nexport const Menu = () => <Form action={action('todos.store')} transform={(data) => ({ title: data.words })}><input name=\"words\" /></Form>",
  },
  'an input for several files that code reads': {
    'resources/components/Menu.tsx':
      'export const Menu = ({ take }) => <input type="file" name="files" multiple onChange={take} />',
  },
  'a form whose fields are put into it': {
    'resources/components/TodoForm.tsx':
      "import { action, Form } from 'tenon/react'\nexport const TodoForm = ({ children }) => <Form action={action('todos.store')}>{children}</Form>",
    'resources/pages/Todos/Create.tsx':
      'import { TodoForm } from \'../../components/TodoForm.tsx\'\nexport default ({ todo }) => <TodoForm key={todo}><input name="title" /></TodoForm>',
  },
  'a job that a handler dispatches': {
    'app/jobs/clean.ts':
      "import { job } from 'tenon/jobs'\nexport const clean = job(name, Nothing).run(() => {})",
    'app/clean.ts':
      "import { clean } from './jobs/clean.ts'\nexport const start = () => clean.dispatch({})",
  },
  'mails and replies that something takes': {
    'resources/mails/Reminder.tsx': 'export default function Reminder() { return <p>Milk</p> }',
    'app/remind.ts':
      "import { json } from 'tenon'\nimport { mail } from 'tenon/mail'\nexport const remind = async () => {\n  const made = mail('Reminder').to('a@example.com')\n  await made.send()\n  void mail('Reminder').to('a@example.com').send()\n  return json({}).header('x-a', 'b')\n}\nexport const answer = () => json({})",
  },
  'variables that every process has': {
    'app/where.ts': 'export const home = [process.env.HOME, process.env.NODE_ENV]',
  },
}

describe('tenon check', () => {
  let application: Changeable
  before(async () => {
    application = await programOf('todo')
  })

  for (const [title, changes] of Object.entries(fitting)) {
    it(`says nothing about ${title}`, () => {
      assert.deepEqual(application.check(changes), [])
    })
  }

  it('hints at props that the page does not read', () => {
    const found = application.check({
      'app/controllers/todos.ts': ['{ todos: live(', '{ total: 3, todos: live('],
    })

    assert.deepEqual(found, [
      {
        kind: 'hint',
        file: 'app/controllers/todos.ts',
        line: 6,
        message: 'The page "Todos/Index" does not read the prop "total".',
      },
    ])
  })

  it('hints at props whose names are no words', () => {
    const found = application.check({
      'app/controllers/todos.ts': ['{ todos: live(', "{ 'a(b': 3, $c: 4, todos: live("],
    })

    assert.deepEqual(
      found.map(({ message }) => message),
      ['a(b', '$c'].map((name) => `The page "Todos/Index" does not read the prop "${name}".`),
    )
  })

  it('only hints at variables that the code can do without', () => {
    const found = application.check({
      'app/env.ts':
        "const { LABEL = 'ours' } = process.env\nconst Env = z.object({ UPLOADS: z.string().default('a').trim(), KEY: z.string().optional() })\nexport const env = Env.parse(process.env)\nexport const more = environment(z.object({ REGION: z.string(), ZONE: z.string() }).partial().omit({ ZONE: true }))",
    })

    assert.deepEqual(
      found.map(({ kind, message }) => [kind, message.split(' ')[2]]),
      [
        ['hint', 'LABEL'],
        ['hint', 'UPLOADS'],
        ['hint', 'KEY'],
        ['hint', 'REGION'],
      ],
    )
  })

  it('hints at routes that nothing leads to', () => {
    const found = application.check({
      [todoIndex]: ["<Link href={route('todos.create')}", '<Link'],
    })

    assert.deepEqual(
      found.map(({ kind, message }) => [kind, message]),
      [['hint', 'Nothing in the application leads to GET /todos/create ("todos.create").']],
    )
  })
})

const loops = [
  {
    pages: 'vue',
    path: 'resources/components/Menu.vue',
    text: `<script setup lang="ts">
const to = '/archive'
const other = '/old'
defineProps<{ links: string[] }>()
</script>
<template>
  <a v-for="(to, i) in links" :key="i" :href="to" />
  <List v-slot="{ other }"><a :href="other" /></List>
</template>
`,
  },
  {
    pages: 'svelte',
    path: 'resources/components/Menu.svelte',
    text: `<script lang="ts">
const to = '/archive'
const other = '/old'
const { links } = $props()
</script>
{#each links as to}<a href={to}>Go</a>{/each}
{#snippet row({ other })}<a href={other}>Go</a>{/snippet}
`,
  },
]
for (const { pages, path, text } of loops) {
  it(`says nothing about links of a loop in ${pages} with the name of a constant`, async () => {
    const { check } = await programOf('todo', pages)

    assert.deepEqual(
      check({ [path]: text }).filter(({ file }) => file === path),
      [],
    )
  })
}

it('has at least 60 mistakes in the examples, and some in each framework', () => {
  const counts = corpus.map(({ planted }) => Object.keys(planted).length)

  assert.ok(counts.reduce((sum, count) => sum + count, 0) >= 60)
  assert.ok(Math.min(...counts) > 5)
})

for (const { title, example, pages, planted } of corpus) {
  describe(`tenon check in ${title}`, () => {
    let application: Changeable
    before(async () => {
      application = await programOf(example, pages)
    })

    it('finds nothing in what is shipped', () => {
      const mistakes = application.check({}).filter(({ kind }) => kind === 'mistake')

      assert.deepEqual(mistakes, [])
    })

    for (const [mistake, [changes, message]] of Object.entries(planted)) {
      it(`finds ${mistake}`, () => {
        const found = application.check(changes).filter(({ kind }) => kind === 'mistake')

        assert.ok(
          found.some((each) => message.test(each.message)),
          JSON.stringify(found, null, 2),
        )
      })
    }
  })
}
