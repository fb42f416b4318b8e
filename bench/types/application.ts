/** An application of the comparison, written as in its framework's guide. */
export interface Application {
  readonly name: string
  /** The packages whose versions are reported; the first one is the framework. */
  readonly packages: readonly string[]
  /** The compiler options required by its guide, besides the common strict ones. */
  readonly compilerOptions: Readonly<Record<string, unknown>>
  /** Returns every file by path: the hand-written sources, ten routes per resource. */
  toFiles(resources: readonly string[]): Files
  /** A command of the framework that generates further files, as its users run it. */
  readonly generate?: Generator
  /** The code of each mistake; a mistake that is impossible in this framework is missing. */
  readonly mistakes: Readonly<Partial<Record<Mistake, string>>>
}

export type Files = Readonly<Record<string, string>>

export interface Generator {
  /** The command that users run. */
  readonly name: string
  readonly args: readonly string[]
  /** Folders that only contain its output. */
  readonly folders: readonly string[]
}

export const mistakes = [
  'a call to a removed route',
  'a missing URL parameter',
  'text for a numeric parameter',
  'reading a parameter that the path does not define',
  'a form field of the wrong type',
  'a missing form field',
  'a removed response field',
  'a redirect to a removed route',
] as const

export type Mistake = (typeof mistakes)[number]
