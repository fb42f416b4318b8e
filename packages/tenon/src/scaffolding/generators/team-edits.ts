import { dirname, posix } from 'node:path'
import { teamRoutesItem } from '../templates/team/team-controller.ts'
import type { PageAccess } from '../templates/routes/route-templates.ts'
import type { Subject } from '../templates/field.ts'
import { fit } from '../templates/fit.ts'
import { toTitleWord, type SpokenSubject } from '../templates/words/resource-words.ts'
import { toRouteMarks } from './application-edits.ts'
import { addImports, removeItem } from './imports/import-edits.ts'
import type { Edit } from './plan.ts'
import { toImport } from './words/words-file.ts'
import { addItem } from './source-edits.ts'

/** Adds the routes of a team's records to `app/team-routes.ts`. */
export function addTeamRoutes(subject: Subject, access: PageAccess): Edit {
  const { plural, path, model, file } = subject.names
  const item = teamRoutesItem(subject, access)
  const imports = [
    `import * as ${plural} from './controllers/${path}.ts'`,
    `import { ${model}Policy } from './policies/${file}-policy.ts'`,
  ]
  return {
    path: 'app/team-routes.ts',
    serves: `app/controllers/${path}.ts`,
    insert: (text) => addImports(addItem(text, 'export const teamRoutes = [', item), imports),
    remove: (text) => removeItem(text, { item, imports, marks: toRouteMarks(subject.names) }),
    lines: [...imports, ...item.trimEnd().split('\n')],
  }
}

/** Adds the records to the navigation of a team. */
export function addTeamPart({ names, words }: SpokenSubject, wordsFile: string): Edit {
  const { path } = names
  const title = toTitleWord(names, words)
  const [name, label, page] = [
    `name: '${path}'`,
    `label: ${words.areMessages ? title.option : `() => ${title.code}`}`,
    `page: '${path}.index'`,
  ]
  const imports = words.areMessages
    ? [toImport([title.option], posix.relative(dirname(teamLayout), wordsFile))]
    : []
  const item = fit(
    `  { ${name}, ${label}, ${page} },\n`,
    `  {\n    ${name},\n    ${label},\n    ${page},\n  },\n`,
  )
  const before = `  { name: 'members',`
  return {
    path: teamLayout,
    serves: `app/controllers/${path}.ts`,
    insert: (text) => {
      if (text.includes(item)) return text
      const isKnown = text.includes(`(typeof parts)[number]['name']`) && text.includes(before)
      if (!isKnown) return undefined
      return addImports(
        text.replace(before, () => item + before),
        imports,
      )
    },
    remove: (text) => removeItem(text, { item, imports, marks: [name] }),
    lines: [
      ...imports,
      ...item.trimEnd().split('\n'),
      `Its prop "current" must accept '${path}': readonly current: (typeof parts)[number]['name']`,
    ],
  }
}

/** The frame of a team's pages, in the teams kit. */
export const teamLayout = 'resources/components/teams/TeamLayout.tsx'
