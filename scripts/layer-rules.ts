import { dirname, join } from 'node:path/posix'
import { findImports, lineAt, withoutComments } from './imports.ts'
import { emptyNames, environmentRoom, layers, limits, reserved } from './layers.ts'

/** The sources of the package: text by path below `src`, such as `http/reply.ts`. */
export type Sources = ReadonlyMap<string, string>

/** Says, one sentence each, where the sources break the rules of the layers; none when all hold. */
export function findViolations(sources: Sources): readonly string[] {
  const files = [...sources]
    .filter(([path]) => !isTest(path))
    .map(([path, text]) => ({ path, text, room: roomOf(path) }))
  return [
    ...files.flatMap(nameViolations),
    ...files.flatMap(importViolations),
    ...files.flatMap(environmentViolations),
    ...files.filter((file) => file.room === undefined).flatMap(doorViolations),
    ...sizeViolations(files),
  ]
}

interface SourceFile {
  readonly path: string
  readonly text: string
  /** The folder directly below `src`; `undefined` for a door. */
  readonly room: string | undefined
}

function nameViolations({ path }: SourceFile): readonly string[] {
  const name = path.replace(/^.*\//, '').replace(/\..*$/, '')
  return emptyNames.includes(name)
    ? [`${path}: "${name}" names no concept; name the file after what is inside`]
    : []
}

function importViolations(file: SourceFile): readonly string[] {
  return findImports(file.text).flatMap(({ specifier, line }) => {
    const reason = specifier.startsWith('.')
      ? whyNotInside(file, specifier)
      : whyNotPackage(file, specifier)
    return reason === undefined ? [] : [`${file.path}:${line} imports "${specifier}": ${reason}`]
  })
}

function whyNotInside({ path, room }: SourceFile, specifier: string): string | undefined {
  if (room === undefined) return undefined
  const target = roomOf(join(dirname(path), specifier))
  if (target === undefined) return 'a room must not import a door, import the room behind it'
  if (target === room) return undefined

  const own = lineOf(room)
  const other = lineOf(target)
  if (own === -1) return `the room "${room}" is missing in the table of scripts/layers.ts`
  if (other === -1) return `the room "${target}" is missing in the table of scripts/layers.ts`
  if (other > own) return `"${target}" lies above "${room}", imports must point down`
  if (other === own) return `"${target}" is a neighbour of "${room}", join them in a higher room`
  return undefined
}

function whyNotPackage({ room }: SourceFile, specifier: string): string | undefined {
  const rule = reserved.find(({ module }) => module.test(specifier))
  if (rule === undefined || rule.room === room) return undefined
  return `only the room "${rule.room}" may import it`
}

function environmentViolations({ path, text, room }: SourceFile): readonly string[] {
  if (room === environmentRoom) return []
  const code = withoutComments(text)
  return [...code.matchAll(/\bprocess\.env\b/g)].map(
    (match) =>
      `${path}:${lineAt(code, match.index)} reads process.env: only the room ` +
      `"${environmentRoom}" may, pass the value on`,
  )
}

function doorViolations({ path, text }: SourceFile): readonly string[] {
  const lists = /^export (type )?\{([^{}*]*)\} from '(?:\.\/[\w-]+\/|[@\w])[^']*'$/gm
  const code = withoutComments(text)
  const rest = code.replaceAll(lists, '').trim()
  if (rest !== '') {
    return [
      `${path}: a door holds only "export { … } from './room/file.ts'", not "${opening(rest)}"`,
    ]
  }

  const names = [...code.matchAll(lists)].flatMap(([, isType, list = '']) =>
    isType === undefined ? runtimeNames(list) : [],
  )
  if (names.length <= limits.runtimeNamesPerDoor) return []
  return [
    `${path}: ${names.length} runtime names, a door has at most ${limits.runtimeNamesPerDoor}; ` +
      'open a second door',
  ]
}

function sizeViolations(files: readonly SourceFile[]): readonly string[] {
  const folders = Map.groupBy(
    files.filter((file) => file.room !== undefined),
    (file) => dirname(file.path),
  )
  return [...folders]
    .filter(([, inside]) => inside.length > limits.filesPerRoom)
    .map(
      ([folder, inside]) =>
        `${folder}/: ${inside.length} files, a room has at most ${limits.filesPerRoom}; ` +
        'divide it in two',
    )
}

function runtimeNames(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}

function roomOf(path: string): string | undefined {
  return path.includes('/') ? path.split('/')[0] : undefined
}

function lineOf(room: string): number {
  return layers.findIndex((line) => line.includes(room))
}

function isTest(path: string): boolean {
  return /\.test(?:-d)?\.tsx?$/.test(path)
}

function opening(text: string): string {
  return text.split('\n')[0]?.slice(0, 60) ?? ''
}
