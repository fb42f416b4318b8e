import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { manifestFile } from '../../pages/assets/load-assets.ts'
import { findPageFiles } from '../../pages/assets/page-files.ts'
import { matchDatabaseUrl } from '../../data/database/database-url.ts'
import { error, warning, when, type Finding } from './finding.ts'

export interface FilePlaces {
  /** The application's folder. */
  readonly root: string
  /** The folder from which environment files are read. */
  readonly workingFolder: string
  readonly databaseUrl: string
}

/** Checks that other users cannot read or change private files, and that the client has been built. */
export function checkFiles({ root, workingFolder, databaseUrl }: FilePlaces): readonly Finding[] {
  const secrets = readdirSync(workingFolder).filter(isEnvironmentFile)
  return [
    ...secrets.flatMap((name) => checkPrivacy(join(workingFolder, name), name)),
    ...checkDatabaseFile(databaseUrl),
    ...when(
      findPageFiles(root) !== undefined && !existsSync(join(root, manifestFile)),
      error(
        'build',
        'The application has pages, but their client has not been built',
        'Run "npx tenon build" and start "node build/main.js".',
      ),
    ),
  ]
}

function isEnvironmentFile(name: string): boolean {
  return /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|dist)$/.test(name)
}

const othersWrite = 0o002
const othersRead = 0o004

function checkPrivacy(path: string, subject: string): readonly Finding[] {
  // Windows has no such permission bits.
  if (process.platform === 'win32') return []
  const { mode } = statSync(path)
  const isOpen = (mode & (othersRead | othersWrite)) !== 0
  const problem = `Every user of this machine may ${(mode & othersWrite) === 0 ? 'read' : 'change'} it`
  return when(isOpen, error(subject, problem, `chmod 600 ${path}`))
}

function checkDatabaseFile(databaseUrl: string): readonly Finding[] {
  return matchDatabaseUrl<readonly Finding[]>(databaseUrl, {
    sqlite: ({ file }) => (existsSync(file) ? checkSqliteFile(resolve(file)) : []),
    postgres: () => [],
  })
}

function checkSqliteFile(path: string): readonly Finding[] {
  return checkPrivacy(path, 'the SQLite file').map(({ problem, remedy }) =>
    warning('the SQLite file', problem, remedy),
  )
}
