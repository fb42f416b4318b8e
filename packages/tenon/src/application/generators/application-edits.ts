import type { ResourceRoutes } from './templates/controller-templates.ts'
import type { Names } from './templates/names.ts'
import type { Edit } from './plan.ts'
import type { Project } from './project.ts'
import {
  addEntry,
  addImport,
  addItem,
  addNames,
  addProperty,
  isImported,
  removeEntry,
  removeLine,
  removeUnused,
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
      if (isImported(text, model, line)) return undefined
      const listed = addEntry(text, models, model)
      return listed && addImport(listed, line)
    },
    remove: (text) => {
      const rest = removeEntry(text, models, model)
      return rest && removeLine(rest, line)
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

/** Adds the routes of a resource to `app/routes.ts`. */
export function addRoutes({ plural, path }: Names, resource: ResourceRoutes): Edit {
  const { item, imports, needsAuth } = resource
  const auth = needsAuth ? [`import { auth } from './auth.ts'`] : []
  const line = `import * as ${plural} from './controllers/${path}.ts'`
  return {
    path: 'app/routes.ts',
    serves: `app/controllers/${path}.ts`,
    insert: (text) => {
      if (isImported(text, plural, line)) return undefined
      const listed = addItem(text, 'routes([', item)
      const named = listed && addNames(listed, 'tenon', imports)
      return [...auth, line].reduce(
        (changed: string | undefined, each) => changed && addImport(changed, each),
        named,
      )
    },
    remove: (text) => {
      if (!text.includes(item)) return undefined
      const rest = removeLine(text.replace(item, ''), line)
      const unused = /\bauth\./.test(rest) ? [] : auth
      return removeUnused(unused.reduce(removeLine, rest), 'tenon', imports)
    },
    lines: [
      `import { ${imports.join(', ')} } from 'tenon'`,
      ...auth,
      line,
      ...item.trimEnd().split('\n'),
    ],
  }
}

/** Adds the first task: `app/schedule.ts` is a new file, which `main.ts` does not mention yet. */
export function addSchedule(): Edit {
  const line = `import { schedule } from './app/schedule.ts'`
  return {
    path: 'main.ts',
    serves: schedulePath,
    insert: (text) => {
      const listed = addProperty(text, '  schedule,')
      return listed && addImport(listed, line)
    },
    remove: (text) =>
      text.includes(line) ? removeLine(removeLine(text, line), '  schedule,') : undefined,
    lines: [line, 'application({ schedule })'],
  }
}

/** Where the tasks of an application are listed. */
export const schedulePath = 'app/schedule.ts'

/** Adds a task to `app/schedule.ts`. */
export function addTask(name: string, file: string): Edit {
  const line = `import { ${name} } from './tasks/${file}.ts'`
  const item = `  ${name},\n`
  return {
    path: schedulePath,
    serves: `app/tasks/${file}.ts`,
    insert: (text) => {
      const listed = addItem(text, 'tasks([', item)
      return listed && addImport(listed, line)
    },
    remove: (text) => (text.includes(item) ? removeLine(text.replace(item, ''), line) : undefined),
    lines: [line, `tasks([…, ${name}])`],
  }
}

/** Lists a command in `main.ts`. */
export function listCommand(name: string, file: string): Edit {
  return listInMain('commands', name, file)
}

/** Lists a job in `main.ts`. */
export function listJob(name: string, file: string): Edit {
  return listInMain('jobs', name, file)
}

/** Lists something in the property of `main.ts` that is named like its folder. */
function listInMain(folder: 'commands' | 'jobs', name: string, file: string): Edit {
  const line = `import { ${name} } from './app/${folder}/${file}.ts'`
  const listing: Property = { name: folder, brackets: '[]' }
  return {
    path: 'main.ts',
    serves: `app/${folder}/${file}.ts`,
    insert: (text) => {
      const listed = addEntry(text, listing, name) ?? addProperty(text, `  ${folder}: [${name}],`)
      return listed && addImport(listed, line)
    },
    remove: (text) => {
      const rest = removeEntry(text, listing, name)
      return rest && removeLine(rest, line)
    },
    lines: [line, `application({ ${folder}: [${name}] })`],
  }
}

/** Enables mail in `main.ts`, and takes that back with the last mail. */
export function enableMail(path: string, project: Pick<Project, 'list'>): Edit {
  const line = `import { mailing } from 'tenon/mail'`
  const property = `  mail: mailing({ from: 'no-reply@example.com' }),`
  return {
    path: 'main.ts',
    serves: path,
    insert: (text) => {
      if (text.includes('mailing(')) return text
      const enabled = addProperty(text, property)
      return enabled && addImport(enabled, line)
    },
    remove: (text) => {
      if (project.list('resources/mails').length > 0) return text
      return text.includes(property) ? removeLine(removeLine(text, property), line) : undefined
    },
    lines: [line, `application({ mail: mailing({ from: 'no-reply@example.com' }) })`],
  }
}
