import type { JsonSchema } from '../../../application/contract/openapi/json-schema.ts'
import type { ProgramFile } from './program-file.ts'

/** A route, with the properties to which other code can refer. */
export interface ProgramRoute {
  readonly method: string
  /** The path with its parameters: `/todos/{todo}`. */
  readonly path: string
  /** The path, and those of a localized route in the other languages: `/de/todos/{todo}`. */
  readonly paths: readonly string[]
  readonly name: string | undefined
  /** The file and the line of its declaration. */
  readonly file: string
  readonly line: number
  /** The schema of its body, or for GET of its query; `undefined` if it has none. */
  readonly fields: JsonSchema | undefined
  /** Whether code outside the pages may call it: it is in the OpenAPI document, or is a tool for agents. */
  readonly isPublished: boolean
}

/** The lists of `application()` in which named declarations are registered. */
export type Registered = 'jobs' | 'tasks' | 'listeners' | 'commands'

/** An application as `tenon check` sees it: its declarations at run time, and its sources. */
export interface Program {
  readonly routes: readonly ProgramRoute[]
  /** The names in the lists of `application()`. */
  readonly registered: Readonly<Record<Registered, ReadonlySet<string>>>
  /** The languages of the application, the default one first; empty if it lists none. */
  readonly languages: readonly string[]
  /** The paths of files that are served as they are, such as `/robots.txt`. */
  readonly publicPaths: ReadonlySet<string>
  /** The paths that serve OpenAPI documents. */
  readonly documentPaths: ReadonlySet<string>
  /** The names of the variables in `.env.example`; `undefined` without the file. */
  readonly exampleVariables: ReadonlySet<string> | undefined
  /** The sources, without tests. */
  readonly files: readonly ProgramFile[]
  /** The names of all pages and mails, with their files. */
  readonly pages: ReadonlyMap<string, ProgramFile>
  readonly mails: ReadonlyMap<string, ProgramFile>
}

/** A mistake, or a hint at a possible mistake. A hint does not make the check fail. */
export interface Finding {
  readonly kind: 'mistake' | 'hint'
  readonly file: string
  readonly line: number
  /** What is wrong, and how to fix it. */
  readonly message: string
}
