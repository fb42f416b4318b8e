import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'

/** The event with which a document reports an uncaught error. */
export const browserErrorEvent = 'tenon:browser-error'

/** The event that answers with the URL of the error's page. */
export const errorPageEvent = 'tenon:error-page'

/** Creates the page of an error and returns the path of that page. */
export type ShowBrowserError = (error: Error, url: string) => Promise<string>

/** An error as a document reports it. */
interface BrowserError {
  readonly name: string
  readonly message: string
  readonly stack: string
  readonly url: string
}

/**
 * Logs errors of the browser. If the stack has a file of `root`, also shows the error with its source over the page,
 * which is often blank then. Other errors, such as those of browser extensions, are only logged.
 */
export function browserErrors(root: string, show: ShowBrowserError | undefined): Plugin {
  return {
    name: 'tenon:browser-errors',
    configureServer(vite) {
      const { hot, logger } = vite.environments.client
      hot.on(browserErrorEvent, (told, client) => {
        if (!isBrowserError(told)) return
        const places = toPlaces(told.stack, vite)
        const isOwn = ({ file }: Place) => file.startsWith(`${root}/`) && !isOfPackage(file)
        const own = places.filter(isOwn)
        logger.error(toLogged(told, own.length > 0 ? own : places, root), { timestamp: true })
        if (own.length === 0 || show === undefined) return
        void show(toError(told, places), told.url).then((path) => client.send(errorPageEvent, path))
      })
    },
  }
}

function isBrowserError(told: unknown): told is BrowserError {
  const fields = ['name', 'message', 'stack', 'url']
  return (
    typeof told === 'object' &&
    told !== null &&
    fields.every((field) => typeof Reflect.get(told, field) === 'string')
  )
}

/**
 * The text for the terminal. Removes control characters, because the error comes from a client and could send commands.
 */
function toLogged({ name, message }: BrowserError, places: readonly Place[], root: string): string {
  const [title, ...frames] = [
    `[Unhandled error] ${name}: ${message}`,
    ...places.map(({ functionName, file, line, column }) =>
      [' >', functionName, `${relative(root, file)}:${line}:${column}`].filter(Boolean).join(' '),
    ),
  ].map((text) => stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n\t]/gu, ''))
  return [title, ...frames].join('\n')
}

function toError({ name, message }: BrowserError, places: readonly Place[]): Error {
  const error = new Error(message)
  error.name = name
  error.stack = [`${name}: ${message}`, ...places.map(toFrame)].join('\n')
  return error
}

/** The place of a frame in the original file, not in the served code. */
interface Place {
  readonly functionName: string
  readonly file: string
  readonly line: number
  readonly column: number
}

function toFrame({ functionName, file, line, column }: Place): string {
  const place = `${file}:${line}:${column}`
  return functionName === '' ? `    at ${place}` : `    at ${functionName} (${place})`
}

/**
 * The places of a stack in files that Vite has served. Other files are ignored, because a client could name any file.
 */
function toPlaces(stack: string, vite: ViteDevServer): readonly Place[] {
  const { urlToModuleMap } = vite.environments.client.moduleGraph
  return stack.split('\n').flatMap((text) => {
    const [, chromium = '', firefox = '', url = '', line, column] = frame.exec(text) ?? []
    const module = urlToModuleMap.get(url.replace(/[?&]t=\d+/, ''))
    if (!module?.file) return []
    const functionName = chromium || firefox
    return [{ functionName, ...toOrigin(module, module.file, Number(line), Number(column)) }]
  })
}

/** A frame: `at Home (http://host/file:1:2)` in Chromium, `Home@http://host/file:1:2` in Firefox and Safari. */
const frame = /^\s*(?:at (?:(.*?) \()?|(.*?)@)https?:\/\/[^/\s]+(\/[^\s()]*?):(\d+):(\d+)\)?$/

function toOrigin(
  { transformResult }: EnvironmentModuleNode,
  file: string,
  line: number,
  column: number,
): Omit<Place, 'functionName'> {
  const { mappings = '' } = transformResult?.map ?? {}
  // Skip packages: the error page hides their frames, and reading the source map of React takes half a second.
  if (mappings === '' || isOfPackage(file)) return { file, line, column }
  const origin: Partial<Origin> = toSourceMap(file, mappings).findOrigin(line, column)
  const { lineNumber = line, columnNumber = column } = origin
  return { file, line: lineNumber, column: columnNumber }
}

function isOfPackage(file: string): boolean {
  return file.includes('/node_modules/')
}

interface Origin {
  readonly lineNumber: number
  readonly columnNumber: number
}

/** Creates a source map with one source, because each module of Vite comes from a single file. */
function toSourceMap(file: string, mappings: string): SourceMap {
  const source = { sources: [file], sourcesContent: [], names: [], sourceRoot: '' }
  return new SourceMap({ version: 3, file, mappings, ...source })
}
