import { SourceMap } from 'node:module'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'

/** The event with which a document reports an uncaught error. */
export const browserErrorEvent = 'tenon:browser-error'

/** The event that answers with the URL of the error's page. */
export const errorPageEvent = 'tenon:error-page'

/** Makes the page of an error and says at which address it is kept. */
export type ShowBrowserError = (error: Error, url: string) => Promise<string>

/** An error as a document reports it. */
interface BrowserError {
  readonly name: string
  readonly message: string
  readonly stack: string
  readonly url: string
}

/**
 * Logs errors of the browser, and shows those of components with their source, over the page that they leave blank. Errors in
 * which no file of `root` takes part, such as those of browser extensions, are only logged.
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

/** What the terminal shows. Both texts are a client's: their control characters would be commands to it. */
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

/** A place of a frame in the file that was written, not in what was sent of it. */
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

/** The places of a stack in files that Vite has served: a stack is a client's, and names what it likes. */
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

/** `at Home (http://host/file:1:2)` of Chromium, `Home@http://host/file:1:2` of Firefox and Safari. */
const frame = /^\s*(?:at (?:(.*?) \()?|(.*?)@)https?:\/\/[^/\s]+(\/[^\s()]*?):(\d+):(\d+)\)?$/

function toOrigin(
  { transformResult }: EnvironmentModuleNode,
  file: string,
  line: number,
  column: number,
): Omit<Place, 'functionName'> {
  const { mappings = '' } = transformResult?.map ?? {}
  // Frames of packages are folded away, and the map of a bundle such as React's takes half a second to read.
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

/** A module of Vite's has one source: its own file. */
function toSourceMap(file: string, mappings: string): SourceMap {
  const source = { sources: [file], sourcesContent: [], names: [], sourceRoot: '' }
  return new SourceMap({ version: 3, file, mappings, ...source })
}
