import type { JsonSchema } from '../../../application/contract/openapi/json-schema.ts'
import type { ProgramFile } from './program-file.ts'

/** A route, as far as others can refer to it. */
export interface ProgramRoute {
  readonly method: string
  /** The path with its parameters: `/todos/{todo}`. */
  readonly path: string
  readonly name: string | undefined
  /** The file and the line of its declaration. */
  readonly file: string
  readonly line: number
  /** The schema of its body, or of its query if it is called with GET; `undefined` if it takes none. */
  readonly fields: JsonSchema | undefined
  /** Whether others than its pages call it: it stands in the OpenAPI document, or is a tool for agents. */
  readonly isPublished: boolean
}

/** What is declared under a name, and registered in `application()`. */
export type Registered = 'jobs' | 'tasks' | 'listeners' | 'commands'

/** An application as `tenon check` looks at it: what it declares when it runs, and its sources. */
export interface Program {
  readonly routes: readonly ProgramRoute[]
  /** The names of what is registered in `application()`. */
  readonly registered: Readonly<Record<Registered, ReadonlySet<string>>>
  /** The languages of the application, the default one first; none if it lists none. */
  readonly languages: readonly string[]
  /** The paths of files that are served as they are, such as `/robots.txt`. */
  readonly publicPaths: ReadonlySet<string>
  /** The names of the variables in `.env.example`; `undefined` without the file. */
  readonly exampleVariables: ReadonlySet<string> | undefined
  /** The sources, without tests. */
  readonly files: readonly ProgramFile[]
  /** The names of all pages and mails, with their files. */
  readonly pages: ReadonlyMap<string, ProgramFile>
  readonly mails: ReadonlyMap<string, ProgramFile>
}

/** A mistake, or what may be one: a hint fails nothing. */
export interface Finding {
  readonly kind: 'mistake' | 'hint'
  readonly file: string
  readonly line: number
  /** What is wrong, and what to do. */
  readonly message: string
}
