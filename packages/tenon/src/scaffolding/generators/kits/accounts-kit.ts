import { addImport, removeImport } from '../imports/import-edits.ts'
import { addEntry, addProperty, removeEntry, type Property } from '../source-edits.ts'
import { addRouteList, enableMail, listModels } from '../application-edits.ts'
import type { Edit, Plan } from '../plan.ts'
import type { Project } from '../project.ts'
import { keepLanguages, languagesFile, readLanguages } from './keep-languages.ts'
import type { KitFiles } from './kit-files.ts'

const routesFile = 'app/account-routes.ts'
const brandFile = 'resources/components/accounts/brand.ts'

/** Plans accounts for an application; `migrationPath` is where the migration of its users goes. */
export function planAccounts(files: KitFiles, project: Project, migrationPath: string): Plan {
  const listed = project.read(languagesFile)
  const spoken = Object.entries(keepLanguages(files, readLanguages(listed)))
  return {
    files: spoken
      .filter(([path]) => path !== languagesFile || listed === undefined)
      .map(([path, text]) => ({
        path: path.startsWith('database/migrations/') ? migrationPath : path,
        text: path === brandFile ? nameBrand(text, project) : text,
      })),
    edits: [
      listModels([{ model: 'User', file: 'user' }]),
      enableMail(routesFile, project),
      keepSessions,
      encryptPages,
      listLanguages,
      speakToUser,
      addRouteList('accountRoutes', routesFile),
    ],
  }
}

/** Plans accounts for an application without pages, whose clients have tokens. */
export function planTokenAccounts(files: KitFiles, project: Project, migrationPath: string): Plan {
  return {
    files: Object.entries(files).map(([path, text]) => ({
      path: path.startsWith('database/migrations/') ? migrationPath : path,
      text,
    })),
    edits: [
      listModels([{ model: 'User', file: 'user' }]),
      enableMail(routesFile, project),
      addRouteList('accountRoutes', routesFile),
    ],
  }
}

/** Puts the application's name into the one place where its pages and mails find it. */
function nameBrand(text: string, project: Project): string {
  const known = project.read(brandFile)
  if (known !== undefined) return known
  const { name } = JSON.parse(project.read('package.json') ?? '{}') as { readonly name?: unknown }
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name)) return text
  const words = name.split(/[._-]+/).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
  return text.replace(/(?<=export const brand = )'.*'/, `'${words.join(' ')}'`)
}

/** The optional packages that accounts use. */
export const packages: readonly string[] = [
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'otpauth',
  'qrcode-generator',
]

/** What the user does after the kit is added. */
export const nextSteps: readonly string[] = [
  `Install what second factors, passkeys and passwords need: npm install ${packages.join(' ')}`,
  'Migrate: node main.ts migrate',
  'Restart tenon dev if it is running: it does not find packages that are installed meanwhile',
  'Check the name of your application in resources/components/accounts/brand.ts',
  'Link to the login, the settings and the logout from your own pages: guide "Accounts, ready to use", section "Links in your own pages"',
  'Put routes behind the login: .middleware(auth.required), with auth of app/auth.ts',
  'Let every route say who may use it: routes.stated([…])',
  'For production, set APP_KEY, APP_URL and MAIL_URL, and the sender of mails in main.ts',
]

/** The same for an application without pages. */
export const tokenSteps: readonly string[] = [
  'Install what passwords need: npm install @zxcvbn-ts/language-common',
  'Migrate: node main.ts migrate',
  'Restart tenon dev if it is running: it does not find packages that are installed meanwhile',
  'Put routes behind a token: .middleware(auth.token()), with auth of app/auth.ts',
  'Let every route say who may use it: routes.stated([…])',
  'Links in mails lead to FRONTEND_URL: app/account-mails.ts has their texts',
  'For production, set APP_KEY, APP_URL and MAIL_URL, and the sender of mails in main.ts',
]

const session = `  session: { store: 'database' },`

const keepSessions: Edit = {
  path: 'main.ts',
  serves: routesFile,
  insert: (text) => (/^ *session: /m.test(text) ? text : addProperty(text, session)),
  remove: (text) => text.replace(`${session}\n`, ''),
  lines: [`application({ session: { store: 'database' } })`],
}

const encryption = '  encryptHistory: true,'

/** Otherwise the back button shows the pages of a user who has logged out. */
const encryptPages: Edit = {
  path: 'main.ts',
  serves: routesFile,
  insert: (text) => (/^ *encryptHistory: /m.test(text) ? text : addProperty(text, encryption)),
  remove: (text) => text.replace(`${encryption}\n`, ''),
  lines: ['application({ encryptHistory: true })'],
}

const languagesImport = `import { languages } from './app/languages.ts'`
const languagesLine = '  languages,'

const listLanguages: Edit = {
  path: 'main.ts',
  serves: routesFile,
  insert: (text) => {
    if (/^ *languages\b/m.test(text)) return text
    const listed = addProperty(text, languagesLine)
    return listed && addImport(listed, languagesImport)
  },
  remove: (text) => removeImport(text.replace(`${languagesLine}\n`, ''), languagesImport),
  lines: [languagesImport, 'application({ languages })'],
}

const middleware: Property = { name: 'middleware', brackets: '[]' }
const speakImport = `import { speakToUser } from './app/speak-to-user.ts'`

const speakToUser: Edit = {
  path: 'main.ts',
  serves: routesFile,
  insert: (text) => {
    if (text.includes(speakImport)) return text
    const listed =
      addEntry(text, middleware, 'speakToUser') ?? addProperty(text, '  middleware: [speakToUser],')
    return listed && addImport(listed, speakImport)
  },
  remove: (text) => {
    const rest = removeEntry(text, middleware, 'speakToUser')
    return rest && removeImport(rest, speakImport)
  },
  lines: [speakImport, 'application({ middleware: […, speakToUser] })'],
}
