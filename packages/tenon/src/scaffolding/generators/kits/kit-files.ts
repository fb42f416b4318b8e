import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join, matchesGlob, sep } from 'node:path'

/** The texts of files, by their paths in an application. */
export type KitFiles = Readonly<Record<string, string>>

interface Source {
  readonly folder: string
  readonly files: readonly string[]
  /** Whether only a new application gets these files: `tenon add` does not write them. */
  readonly isForNew?: boolean
}

const parts = 'resources/components/parts'

/** The files that applications get. If an example uses a file unchanged, the example has the source. */
const sources = {
  accounts: [{ folder: 'examples/accounts', files: ['{app,database,resources,tests}/**'] }],
  'accounts-api': [
    {
      folder: 'packages/create-tenon/templates/api-accounts',
      files: ['{app,database,tests}/**'],
    },
  ],
  teams: [
    {
      folder: 'packages/create-tenon/templates/teams',
      files: ['{app,database,resources,tests}/**'],
    },
    {
      folder: 'examples/helpdesk',
      files: [
        'app/{found-team,leave-teams,member,team-mails,teams-of,while-member,withdraw-invitations}.ts',
        'app/commands/create-team.ts',
        'app/controllers/teams/{invitations,members,ownership,team-frame,teams}.ts',
        'app/models/{invitation,membership}.ts',
        'app/policies/{invitation,membership,team}-policy.ts',
        'resources/components/teams/{Invitations,Members,RoleField,TeamMark}.tsx',
        'resources/components/teams/{roles.ts,teams.css}',
        'resources/mails/Teams/Invitation.tsx',
        'resources/words/teams.ts',
        'resources/pages/Teams/{Create,Delete,Invitation,Members,Settings,Transfer}.tsx',
      ],
    },
  ],
  'first-page': [
    { folder: 'examples/accounts', files: ['resources/words/home.ts'], isForNew: true },
  ],
  'parts-react': [{ folder: 'examples/helpdesk', files: [`${parts}/*`] }],
  'parts-vue': [
    { folder: 'packages/create-tenon/templates/vue', files: [`${parts}/*`] },
    { folder: 'examples/helpdesk', files: [`${parts}/parts.css`] },
  ],
  'parts-svelte': [
    { folder: 'packages/create-tenon/templates/svelte', files: [`${parts}/*`] },
    { folder: 'examples/helpdesk', files: [`${parts}/parts.css`] },
  ],
} as const satisfies Readonly<Record<string, readonly Source[]>>

/** The name of a kit, or of a part of one. */
export type KitName = keyof typeof sources

export const kitNames = Object.keys(sources) as readonly KitName[]

/** The folder where the build puts the files of the kits, beside the built code. */
const packed = join(import.meta.dirname, '../../../kits')
const workspace = join(import.meta.dirname, '../../../../../..')

/** Returns the files of a kit: from the package, where the build has put them, or else from the workspace. */
export function readKit(name: KitName): KitFiles {
  const path = join(packed, `${name}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : readKitSource(name)
}

/** Whether a kit has a file. In the workspace, it costs a hundredth of reading the kit. */
export function isInKit(name: KitName, path: string): boolean {
  if (existsSync(packed)) return Object.hasOwn(readKit(name), path)
  return sources[name].some(
    ({ folder, files, isForNew = false }: Source) =>
      files.some((pattern) => matchesGlob(path, pattern)) &&
      existsSync(join(workspace, folder, path)) &&
      (isForNew || !onlyForNew.test(path)),
  )
}

/** Reads the files of a kit in the workspace. */
export function readKitSource(name: KitName): KitFiles {
  const entries = sources[name].flatMap((source: Source) => readFiles(source))
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function readFiles(source: Source): readonly (readonly [string, string])[] {
  const { files, isForNew = false } = source
  const folder = join(workspace, source.folder)
  return globSync(files, { cwd: folder })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => isForNew || !onlyForNew.test(path))
    .map((path) => [path, readFileSync(join(folder, path), 'utf8')] as const)
}

/** The files that an existing application already has: its routes, its first page, its error page, its types. */
const onlyForNew =
  /^app\/(?:routes|controllers\/home)\.ts$|^resources\/(?:[^/]+$|pages\/[^/]+$|words\/home\.)|^tests\/home\./
