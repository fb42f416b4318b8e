import { dirname, join } from 'node:path/posix'
import { addRouteList, listInMain, listModels } from '../application-edits.ts'
import type { Edit, Plan } from '../plan.ts'
import type { Project } from '../project.ts'
import { addImport, removeImport } from '../imports/import-edits.ts'
import { keepLanguages, languagesFile, readLanguages } from './keep-languages.ts'
import type { KitFiles } from './kit-files.ts'

const routesFile = 'app/team-routes.ts'

/** Plans teams for an application with accounts; `migrationPath` is where the migration of its teams goes. */
export function planTeams(files: KitFiles, project: Project, migrationPath: string): Plan {
  const spoken = keepLanguages(files, readLanguages(project.read(languagesFile)))
  return {
    files: Object.entries(spoken).map(([path, text]) => ({
      path: path.startsWith('database/migrations/') ? migrationPath : path,
      text,
    })),
    edits: [
      listModels([
        { model: 'Team', file: 'team' },
        { model: 'Membership', file: 'membership' },
        { model: 'Invitation', file: 'invitation' },
        { model: 'Project', file: 'project' },
      ]),
      listInMain('command', ['create', 'team'], project).edit,
      addRouteList('teamRoutes', routesFile),
      leaveBeforeErasure,
      linkTeams,
    ],
  }
}

/** Whether an application has the accounts that teams consist of. */
export function hasAccounts(project: Pick<Project, 'read'>): boolean {
  return project.read('app/account-routes.ts') !== undefined
}

/**
 * The first name or file that the teams kit imports but the application lacks, because its accounts are older:
 * `EmptyState of resources/…/EmptyState.tsx`. `undefined` if the application has everything.
 */
export function findMissing(files: KitFiles, { read }: Pick<Project, 'read'>): string | undefined {
  for (const [path, text] of Object.entries(files)) {
    for (const [, list = '', from = ''] of text.matchAll(relativeImport)) {
      const imported = join(dirname(path), from)
      if (imported in files) continue
      const there = read(imported)
      const missing = toNames(list).find((name) => !exports(there, name))
      if (missing !== undefined) return `${missing} of ${imported}`
      if (there === undefined) return imported
    }
  }
  return undefined
}

const relativeImport = /^import (?:type )?(?:\{([^}]*)\} from )?'(\.{1,2}\/[^']+)'/gm

/** The names between the braces of an import. */
function toNames(list: string): readonly string[] {
  return list.split(',').flatMap((each) => /^\s*(?:type )?(\w+)/.exec(each)?.[1] ?? [])
}

function exports(text: string | undefined, name: string): boolean {
  return text !== undefined && (new RegExp(`\\b${name}\\b`).test(text) || /^export \*/m.test(text))
}

/** What the user does after the kit is added. */
export const nextSteps: readonly string[] = [
  'Migrate: node main.ts migrate',
  'Open /teams, create a team and invite somebody',
  'Give your own models an owner: team_id: c.integer().owner(() => Team), as in app/models/project.ts',
]

const leaveImport = `import { leaveTeams } from './leave-teams.ts'`
const leaveOption = '  beforeErase: leaveTeams,\n'
const noticeOption = '  notify: sendNotice,\n'

/** An account that is erased leaves its teams first. An account that owns a team cannot be erased. */
const leaveBeforeErasure: Edit = {
  path: 'app/auth.ts',
  serves: routesFile,
  insert: (text) => {
    if (text.includes(leaveOption)) return text
    return text.includes(noticeOption)
      ? addImport(text.replace(noticeOption, noticeOption + leaveOption), leaveImport)
      : undefined
  },
  remove: (text) => removeImport(text.replace(leaveOption, ''), leaveImport),
  lines: [leaveImport, `${leaveOption.trim()} // in the options of accounts()`],
}

const navigation = `        <nav aria-label={account()}>\n`
const wordsImport = `import { teamsLabel } from '../../words/teams.ts'`
const link = `          <Link href={route('teams.index')} className="quiet">
            {teamsLabel()}
          </Link>\n`

const linkTeams: Edit = {
  path: 'resources/components/accounts/SignedInLayout.tsx',
  serves: routesFile,
  insert: (text) => {
    if (text.includes(link)) return text
    return text.includes(navigation)
      ? addImport(text.replace(navigation, navigation + link), wordsImport)
      : undefined
  },
  remove: (text) => removeImport(text.replace(link, ''), wordsImport),
  lines: [wordsImport, ...link.trimEnd().split('\n')],
}
