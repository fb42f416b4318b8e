import { dirname, join } from 'node:path/posix'
import { findCircles } from './circles.ts'
import { findImports, lineAt, withoutComments } from './imports.ts'
import { emptyNames, environmentRoom, limits, reserved, wings } from './layers.ts'

/** The sources of the package: text by path below `src`, such as `web/http/reply.ts`. */
export type Sources = ReadonlyMap<string, string>

/** Lists every violation of the layer rules, one sentence each. */
export function findViolations(sources: Sources): readonly string[] {
  const files = [...sources]
    .filter(([path]) => !isTest(path))
    .map(([path, text]) => ({ path, text, room: roomOf(path) }))
  return [
    ...files.flatMap(nameViolations),
    ...files.flatMap(importViolations),
    ...files.flatMap(environmentViolations),
    ...files.flatMap(dialectViolations),
    ...files.filter((file) => file.room === undefined).flatMap(doorViolations),
    ...sizeViolations(files),
    ...circleViolations(files),
  ]
}

interface SourceFile {
  readonly path: string
  readonly text: string
  /** Wing and folder, such as `web/http`; `undefined` for a door. */
  readonly room: string | undefined
}

function nameViolations({ path }: SourceFile): readonly string[] {
  const name = path.replace(/^.*\//, '').replace(/\..*$/, '')
  return emptyNames.includes(name)
    ? [`${path}: "${name}" says nothing about the content; name the file after its concept`]
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

  const own = placeOf(room)
  const other = placeOf(target)
  if (own === undefined) return unknownRoom(room)
  if (other === undefined) return unknownRoom(target)

  const [ownLine, otherLine] =
    own.wing === other.wing ? [own.line, other.line] : [own.level, other.level]
  const [here, there] = own.wing === other.wing ? [room, target] : [own.wing, other.wing]
  if (otherLine > ownLine) return `"${there}" lies above "${here}", imports must point down`
  if (otherLine === ownLine) {
    return `"${there}" is a neighbor of "${here}", join them in a higher room`
  }
  return undefined
}

function unknownRoom(room: string): string {
  return `the room "${room}" is missing in the table of scripts/layers.ts`
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

/** Only `data` knows the differences between databases, so that a third one would change nothing above. */
function dialectViolations({ path, text, room }: SourceFile): readonly string[] {
  if (room?.startsWith('data/')) return []
  const code = withoutComments(text)
  return [...code.matchAll(comparesDialect)].map(
    ({ index }) =>
      `${path}:${lineAt(code, index)} compares the dialect: ask the adapter in ` +
      'data/database/dialects, or use matchDatabaseUrl',
  )
}

const comparesDialect =
  /\bdialect\b *[!=]==? *[^ \n]+|[!=]==?\s*'(?:sqlite|postgres)'|'(?:sqlite|postgres)'\s*[!=]==?|\bcase '(?:sqlite|postgres)'|\bswitch \([^)\n]*\bdialect\b/g

function doorViolations({ path, text }: SourceFile): readonly string[] {
  const lists = /^export (type )?\{([^{}*]*)\} from '(?:\.\/[\w-]+\/[\w-]+\/|[@\w])[^']*'$/gm
  const code = withoutComments(text)
  const rest = code.replaceAll(lists, '').trim()
  if (rest !== '') {
    return [
      `${path}: a door holds only "export { … } from './wing/room/file.ts'", not "${opening(rest)}"`,
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
  const inside = files.filter((file) => file.room !== undefined)
  const tooLarge = [
    ...sizesAbove(limits.filesPerFolder, 'folder', inside, ({ path }) => dirname(path)),
    ...sizesAbove(limits.filesPerRoom, 'room', inside, ({ room }) => room ?? ''),
  ]
  const rooms = new Set(files.flatMap(({ room }) => room ?? []))
  const tooWide = [...Map.groupBy(rooms, dirname)]
    .filter(([, inside]) => inside.length > limits.roomsPerWing)
    .map(
      ([wing, inside]) =>
        `${wing}/: ${inside.length} rooms, a wing has at most ${limits.roomsPerWing}; ` +
        'divide it in two',
    )
  return [...tooLarge, ...tooWide]
}

function sizesAbove(
  limit: number,
  kind: string,
  files: readonly SourceFile[],
  nameOf: (file: SourceFile) => string,
): readonly string[] {
  return [...Map.groupBy(files, nameOf)]
    .filter(([, inside]) => inside.length > limit)
    .map(
      ([name, inside]) =>
        `${name}/: ${inside.length} files, a ${kind} has at most ${limit}; divide it in two`,
    )
}

/** Finds circles of files, and of the folders that lie beside each other in a room. */
function circleViolations(files: readonly SourceFile[]): readonly string[] {
  const paths = new Map<string, Set<string>>()
  const folders = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    for (const { specifier } of findImports(text)) {
      if (!specifier.startsWith('.')) continue
      const target = join(dirname(path), specifier)
      connect(paths, path, target)
      const siblings = siblingFolders(path, target)
      if (siblings !== undefined) connect(folders, ...siblings)
    }
  }
  return [...findCircles(paths), ...findCircles(folders)].map(
    (circle) => `${circle.join(' → ')} is a circle: move what they share below both`,
  )
}

function connect(graph: Map<string, Set<string>>, from: string, to: string): void {
  const known = graph.get(from)
  if (known === undefined) graph.set(from, new Set([to]))
  else known.add(to)
}

/** Returns the first folders in which the paths of two files of a room differ, if both files lie in such a folder. */
function siblingFolders(path: string, target: string): readonly [string, string] | undefined {
  const here = dirname(path).split('/')
  const there = dirname(target).split('/')
  const shared = here.findIndex((name, i) => name !== there[i])
  if (shared < 2 || shared >= there.length) return undefined
  return [here.slice(0, shared + 1).join('/'), there.slice(0, shared + 1).join('/')]
}

function runtimeNames(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
}

function roomOf(path: string): string | undefined {
  return path.includes('/') ? path.split('/').slice(0, 2).join('/') : undefined
}

interface Place {
  readonly room: string
  readonly wing: string
  /** The line of the wing, counted from the lowest. */
  readonly level: number
  /** The line of the room in its wing, counted from the lowest. */
  readonly line: number
}

const places: readonly Place[] = wings.flatMap((neighbors, level) =>
  Object.entries(neighbors).flatMap(([wing, lines]) =>
    lines.flatMap((rooms, line) =>
      rooms.map((room) => ({ room: `${wing}/${room}`, wing, level, line })),
    ),
  ),
)

function placeOf(room: string): Place | undefined {
  return places.find((place) => place.room === room)
}

function isTest(path: string): boolean {
  return /\.test(?:-d)?\.tsx?$/.test(path)
}

function opening(text: string): string {
  return text.split('\n')[0]?.slice(0, 60) ?? ''
}
