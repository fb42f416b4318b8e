import { basename } from 'node:path'
import { disksFile, diskText, toDiskName } from '../templates/file-templates.ts'
import type { ResourceRoutes } from '../templates/routes/route-templates.ts'
import { toListedName, type Listed, type Names } from '../templates/names.ts'
import type { Edit } from './plan.ts'
import type { Project } from './project.ts'
import { addImport, addImports, removeImport, removeItem } from './imports/import-edits.ts'
import {
  addEntry,
  addProperty,
  addRoute,
  removeEntry,
  removeLine,
  type Property,
} from './source-edits.ts'

/** Lists a model in `main.ts`. */
export function listModel({ model, file }: Pick<Names, 'model' | 'file'>): Edit {
  const line = `import { ${model} } from './app/models/${file}.ts'`
  const models: Property = { name: 'models', brackets: '{}' }
  return {
    path: 'main.ts',
    serves: `app/models/${file}.ts`,
    insert: (text) => {
      const listed = addEntry(text, models, model)
      return listed && addImport(listed, line)
    },
    remove: (text) => {
      const rest = removeEntry(text, models, model)
      return rest && removeImport(rest, line)
    },
    lines: [line, `application({ models: { …, ${model} } })`],
  }
}

/** Lists several models in `main.ts`: all of them, or none. */
export function listModels(names: readonly Pick<Names, 'model' | 'file'>[]): Edit {
  const edits = names.map(listModel)
  const inTurn = (change: (edit: Edit, text: string) => string | undefined) => (text: string) =>
    edits.reduce<string | undefined>((changed, edit) => changed && change(edit, changed), text)
  return {
    path: 'main.ts',
    serves: edits[0]?.serves ?? '',
    insert: (text) => {
      const isListing = /^ *models: /m.test(text)
      const listing = isListing ? text : addProperty(text, '  models: {},')
      return listing && inTurn((edit, changed) => edit.insert(changed))(listing)
    },
    remove: inTurn((edit, text) => edit.remove(text)),
    lines: [
      ...edits.flatMap(({ lines: [line = ''] }) => line),
      `application({ models: { …, ${names.map(({ model }) => model).join(', ')} } })`,
    ],
  }
}

/** Lists the routes of a kit in `app/routes.ts`: `addRouteList('accountRoutes', 'app/account-routes.ts')`. */
export function addRouteList(name: string, file: string): Edit {
  const line = `import { ${name} } from './${basename(file)}'`
  const item = `  ...${name},\n`
  return {
    path: 'app/routes.ts',
    serves: file,
    insert: (text) => {
      const listed = addRoute(text, item)
      return listed && addImport(listed, line)
    },
    remove: (text) => removeImport(text.replace(item, ''), line),
    lines: [line, `routes([…, ...${name}])`],
  }
}

/** Adds the routes of a resource to `app/routes.ts`. */
export function addRoutes(names: Names, resource: ResourceRoutes): Edit {
  const { plural, path, model, file } = names
  const { item, imports, fromAuth, asksPolicy } = resource
  const lines = [
    `import { ${imports.join(', ')} } from 'tenon'`,
    ...(fromAuth.length === 0 ? [] : [`import { ${fromAuth.join(', ')} } from './auth.ts'`]),
    `import * as ${plural} from './controllers/${path}.ts'`,
    ...(asksPolicy ? [`import { ${model}Policy } from './policies/${file}-policy.ts'`] : []),
  ]
  return {
    path: 'app/routes.ts',
    serves: `app/controllers/${path}.ts`,
    insert: (text) => addImports(addRoute(text, item), lines),
    remove: (text) => removeItem(text, { item, imports: lines, marks: toRouteMarks(names) }),
    lines: [...lines, ...item.trimEnd().split('\n')],
  }
}

/** What a file of routes contains as long as one of them leads to the controller of these records. */
export function toRouteMarks({ path }: Names): readonly string[] {
  return [`.name('${path}.`, `/controllers/${path}.ts`]
}

/** Adds the disk of a model to `app/disks.ts`. */
export function addDisk(names: Names): Edit {
  const text = diskText(names)
  const line = `import { disk } from 'tenon/storage'`
  return {
    path: disksFile,
    serves: `app/models/${names.file}.ts`,
    insert: (disks) => {
      if (new RegExp(`\\b${toDiskName(names)}\\b`).test(disks)) return disks
      return addImport(`${disks}${text}`, line)
    },
    remove: (disks) =>
      removeItem(disks, { item: text, imports: [], marks: [`${toDiskName(names)} =`] }),
    lines: [line, ...text.trim().split('\n')],
  }
}

/** Lists a command, job or task in the property of `main.ts` that is named like its folder. */
export function listInMain(
  kind: Listed,
  words: readonly string[],
  { read }: Pick<Project, 'read'>,
): { readonly variable: string; readonly edit: Edit } {
  const folder = `${kind}s` as const
  const path = `app/${folder}/${words.join('-')}.ts`
  const main = read('main.ts') ?? ''
  const variable = findImported(main, `./${path}`) ?? toListedName(words, kind, findNames(main))
  const line = `import { ${variable} } from './${path}'`
  const listing: Property = { name: folder, brackets: '[]' }
  const edit: Edit = {
    path: 'main.ts',
    serves: path,
    insert: (text) => {
      const listed =
        addEntry(text, listing, variable) ?? addProperty(text, `  ${folder}: [${variable}],`)
      return listed && addImport(listed, line)
    },
    remove: (text) => {
      const rest = removeEntry(text, listing, variable)
      return rest && removeImport(rest, line)
    },
    lines: [line, `application({ ${folder}: [${variable}] })`],
  }
  return { variable, edit }
}

/** The name that a module imports from a file, if it imports only one. */
function findImported(text: string, file: string): string | undefined {
  const imports = text.matchAll(/^import \{ (\w+) \} from '([^']+)'/gm)
  return imports.find(([, , from]) => from === file)?.[1]
}

/** The names that a module imports or declares. */
function findNames(text: string): ReadonlySet<string> {
  const clauses = [...text.matchAll(/^import ([^;]*?) from '/gm)].map(([, clause = '']) => clause)
  const declared = text.match(/^(?:export )?const \w+/gm) ?? []
  return new Set([...clauses, ...declared].join(' ').match(/\w+/g))
}

/** Enables mail in `main.ts`. The edit is undone when the last mail is removed. */
export function enableMail(path: string, project: Pick<Project, 'list'>): Edit {
  const property = `  mail: { from: 'no-reply@example.com' },`
  return {
    path: 'main.ts',
    serves: path,
    insert: (text) => (/^ *mail[:,]/m.test(text) ? text : addProperty(text, property)),
    remove: (text) => {
      if (project.list('resources/mails').length > 0) return text
      return text.includes(property) ? removeLine(text, property) : undefined
    },
    lines: [`application({ mail: { from: 'no-reply@example.com' } })`],
  }
}
