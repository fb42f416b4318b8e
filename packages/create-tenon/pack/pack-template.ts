import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { isImported } from '../../tenon/src/scaffolding/generators/remaining-uses.ts'
import { addKit } from '../../tenon/src/scaffolding/generators/kits/add-kit.ts'
import { keepLanguages } from '../../tenon/src/scaffolding/generators/kits/keep-languages.ts'
import { readKitSource } from '../../tenon/src/scaffolding/generators/kits/kit-files.ts'
import { planTeams } from '../../tenon/src/scaffolding/generators/kits/teams-kit.ts'
import { openProject } from '../../tenon/src/scaffolding/generators/project.ts'
import { linterConfig } from './linter-config.ts'
import { toCompilerConfig, toManifest, type Json } from './standalone.ts'
import { templates, type Template, type TemplateName } from './templates.ts'
import { withoutTodos } from './without-todos.ts'

/*
 * A template is the example with layers on top. The files of a layer replace those below; Markdown
 * files are appended instead. So the shared parts of templates are written once.
 */

const own = join(import.meta.dirname, '..')
const workspace = join(own, '../..')
const examples = join(workspace, 'examples')
const deploy = join(workspace, 'deploy')

/** Writes every template into its own folder below the target; replaces the target. */
export function packTemplates(target: string): void {
  rmSync(target, { recursive: true, force: true })
  for (const { name } of templates) packTemplate(name, join(target, name))
}

/**
 * Writes a template as an application that works outside the workspace, with the texts of these languages. Replaces the
 * target.
 */
export function packTemplate(
  name: TemplateName,
  target: string,
  languages: readonly string[] = ['en'],
): void {
  const template = getTemplate(name)
  rmSync(target, { recursive: true, force: true })
  copyExample(template, target)
  for (const layer of template.layers) copyLayer(join(own, 'templates', layer), target, template)
  nameLibrary(template, target)
  if (template.example === 'accounts') speak(target, languages)
  if (template.isWhole === true) standAlone(target)
  if (template.isEmpty === true) withoutTodos(target)
  if (template.hasTeams === true) addTeams(target)
  leaveOutUnusedParts(target)
  removeEmptyFolders(target)
  copyDeployment(target)

  const compilerConfig = readJson(join(target, 'tsconfig.json'))
  const base = readJson(join(workspace, 'tsconfig.base.json'))
  writeJson(join(target, 'tsconfig.json'), toCompilerConfig(base, compilerConfig))
  writeJson(join(target, 'package.json'), toManifest(readManifests(template), template))
  writeJson(join(target, '.oxlintrc.json'), linterConfig)
}

/** Changes the README of a whole example: links point to the repository, and commands do not need the workspace. */
function standAlone(target: string): void {
  const readme = join(target, 'README.md')
  const text = readFileSync(readme, 'utf8')
  writeFileSync(
    readme,
    text.replaceAll(/(?<=\]\()\.\.\/\.\.\//g, repository).replaceAll(' -w helpdesk', ''),
  )
}

const repository = 'https://github.com/tenon-framework/tenon/blob/main/'

function getTemplate(name: TemplateName): Template {
  const template = templates.find((template) => template.name === name)
  if (template === undefined) throw new Error(`Unknown template "${name}".`)
  return template
}

function copyExample({ example: name, leavesOut }: Template, target: string): void {
  const example = join(examples, name)
  cpSync(example, target, {
    recursive: true,
    filter: (source) => {
      const path = relative(example, source).replaceAll(sep, '/')
      return isWrittenByHand(path) && leavesOut?.test(path) !== true
    },
  })
}

function copyLayer(layer: string, target: string, { leavesOut }: Template): void {
  const paths = filesBelow(layer).filter((path) => leavesOut?.test(path) !== true)
  for (const path of paths) {
    const source = join(layer, path)
    const place = join(target, path)
    mkdirSync(dirname(place), { recursive: true })
    if (path.endsWith('.md') && existsSync(place)) appendFileSync(place, readFileSync(source))
    else cpSync(source, place)
  }
}

/** The notes for agents are shared by all templates with pages, and name what components may import. */
function nameLibrary({ layers }: Template, target: string): void {
  const library = layers.find((layer) => layer === 'vue' || layer === 'svelte')
  if (library === undefined) return
  const notes = join(target, 'AGENTS.md')
  writeFileSync(notes, readFileSync(notes, 'utf8').replaceAll('tenon/react', `tenon/${library}`))
}

/** Removes the texts of all other languages. */
function speak(target: string, languages: readonly string[]): void {
  const paths = filesBelow(target).filter((path) => /^(?:app|resources)\b/.test(path))
  const files = Object.fromEntries(
    paths.map((path) => [path.replaceAll(sep, '/'), readFileSync(join(target, path), 'utf8')]),
  )
  for (const [path, text] of Object.entries(keepLanguages(files, languages))) {
    if (text !== files[path]) writeFileSync(join(target, path), text)
  }
  if (languages.length > 1) return
  const main = join(target, 'main.ts')
  writeFileSync(
    main,
    readFileSync(main, 'utf8').replaceAll(
      /^(?:import .* from 'zod\/locales'| *schemaLanguages: .*)\n/gm,
      '',
    ),
  )
}

/** Does what `tenon add teams` does, so that both create the same application. Throws if an edit finds no place. */
function addTeams(target: string): void {
  const files = readKitSource('teams')
  const migration = Object.keys(files).find((path) => path.startsWith('database/migrations/'))
  const printed: string[] = []
  const project = openProject(target)
  addKit(planTeams(files, project, migration ?? ''), project, (line) => printed.push(line))
  const undone = printed.find((line) => !/^(?:Wrote|Changed) /.test(line))
  if (undone !== undefined) throw new Error(`The teams do not fit the accounts. ${undone}`)
}

/** Removes the parts that no page uses yet. `tenon make` and `tenon add parts` write them when they are needed. */
function leaveOutUnusedParts(target: string): void {
  const parts = globSync('resources/components/parts/*', { cwd: target })
  const isStyle = (path: string): boolean => path.endsWith('.css')
  for (const path of parts.toSorted((a, b) => Number(isStyle(a)) - Number(isStyle(b)))) {
    if (!isImported(path.replaceAll(sep, '/'), target)) rmSync(join(target, path))
  }
}

/** Removes folders that are empty, because the template leaves out all of their files. */
function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}

/** Copies `deploy`. The Dockerfile and `.dockerignore` go to the root, where Docker looks for them. */
function copyDeployment(target: string): void {
  cpSync(deploy, join(target, 'deploy'), {
    recursive: true,
    filter: (path) => !/^(?:Dockerfile|dockerignore)$/.test(basename(path)),
  })
  cpSync(join(deploy, 'Dockerfile'), join(target, 'Dockerfile'))
  cpSync(join(deploy, 'dockerignore'), join(target, '.dockerignore'))
}

/** Omits files created by installing, building and running. */
function isWrittenByHand(path: string): boolean {
  const names = path.split('/')
  if (names.includes('node_modules') || names.includes('build')) return false
  return !/^\.env|^\.gitignore$|\.sqlite(?:-\w+)?$|\.tsbuildinfo$/.test(names.at(-1) ?? '')
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

function readManifests({ example }: Template): Parameters<typeof toManifest>[0] {
  return {
    example: readJson(join(examples, example, 'package.json')),
    workspace: readJson(join(workspace, 'package.json')),
    tenon: readJson(join(workspace, 'packages/tenon/package.json')),
    createTenon: readJson(join(own, 'package.json')),
  }
}

function readJson(path: string): Json {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

if (import.meta.main) packTemplates(join(own, 'template'))
