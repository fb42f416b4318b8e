import { createFileReader } from '../../src/tooling/graph/program/program-file.ts'
import type { Program, ProgramRoute } from '../../src/tooling/graph/program/program.ts'

const read = createFileReader(import.meta.dirname)

/** The texts of an application with five routes, three pages and a job for each resource. */
export function writeLargeProgram(resources: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: resources }, (_, i) => Object.entries(writeResource(`things${i}`))).flat(),
  )
}

/** Reads the texts as `tenon check` does. */
export function readLargeProgram(
  texts: Readonly<Record<string, string>>,
  resources: number,
): Program {
  const files = Object.entries(texts).flatMap(([path, text]) => read(path, text) ?? [])
  const pages = files.flatMap((file) => {
    const [, name] = /^resources\/pages\/(.+)\.tsx$/.exec(file.path) ?? []
    return name === undefined ? [] : [[name, file] as const]
  })
  const names = Array.from({ length: resources }, (_, i) => `things${i}`)
  const none: ReadonlySet<string> = new Set()
  return {
    routes: names.flatMap(toRoutes),
    registered: { jobs: new Set(names), tasks: none, listeners: none, commands: none },
    languages: [],
    publicPaths: none,
    documentPaths: new Set(),
    exampleVariables: none,
    files,
    pages: new Map(pages),
    mails: new Map(),
  }
}

function toRoutes(name: string): readonly ProgramRoute[] {
  const file = `app/routes/${name}.ts`
  const fields = {
    type: 'object',
    properties: { title: { type: 'string' }, text: {} },
    required: ['title'],
  }
  const route = (
    method: string,
    path: string,
    action: string,
    takes?: ProgramRoute['fields'],
  ): ProgramRoute => ({
    method,
    path: `/${name}${path}`,
    paths: [`/${name}${path}`],
    name: `${name}.${action}`,
    file,
    line: 1,
    fields: takes,
    isPublished: false,
  })
  return [
    route('GET', '', 'index'),
    route('GET', '/create', 'create'),
    route('POST', '', 'store', fields),
    route('GET', '/{thing}', 'show'),
    route('DELETE', '/{thing}', 'destroy'),
  ]
}

function writeResource(name: string): Readonly<Record<string, string>> {
  const page = `resources/pages/${name}`
  return {
    [`app/jobs/${name}.ts`]: `import { job } from 'tenon/jobs'\nexport const ${name} = job('${name}', Input).run(() => {})\n`,
    [`app/controllers/${name}.ts`]: `import { handler, page, redirect, route } from 'tenon'
import { ${name} } from '../jobs/${name}.ts'
export const index = handler({}).run(() => page('${name}/Index', { things: [] }))
export const create = handler({}).run(() => page('${name}/Create', {}))
export const show = handler({}).run(({ thing }) => page('${name}/Show', { thing }))
export const store = handler({}).run(async () => {
  await ${name}.dispatch({})
  return redirect(route('${name}.index'))
})
export const destroy = handler({}).run(() => redirect('/${name}'))
`,
    [`${page}/Index.tsx`]: `import { Link, route } from 'tenon/react'
export default function Index({ things }) {
  return <ul>{things.map((thing) => <li key={thing.id}>
    <Link href={route('${name}.show', { thing: thing.id })}>{thing.title}</Link>
    <Link href={\`/${name}/\${thing.id}\`}>{thing.title}</Link>
    <Link href="/${name}/create">New</Link>
  </li>)}</ul>
}
`,
    [`${page}/Create.tsx`]: `import { action, Form } from 'tenon/react'
export default function Create() {
  return <Form action={action('${name}.store')}><input name="title" /><textarea name="text" /><button>Save</button></Form>
}
`,
    [`${page}/Show.tsx`]: `import { Link, route } from 'tenon/react'
export default function Show({ thing }) {
  return <article><h1>{thing.title}</h1><p>{thing.text}</p>
    <Link href={route('${name}.destroy', { thing: thing.id })} method="delete" as="button">Delete</Link></article>
}
`,
  }
}
