/** An application of the comparison, in the form that its framework's guide gives it. */
export interface Application {
  readonly name: string
  /** The packages whose versions are told; the first one is the framework. */
  readonly packages: readonly string[]
  /** The compiler options that its guide asks for, beyond the common strict ones. */
  readonly compilerOptions: Readonly<Record<string, unknown>>
  /** Every file by its path: the sources somebody writes, ten routes to a resource. */
  toFiles(resources: readonly string[]): Files
  /** A command of the framework that writes further files from these, as its users run it. */
  readonly generate?: Generator
  /** What to write for each mistake; a mistake that has no place in this framework is missing. */
  readonly mistakes: Readonly<Partial<Record<Mistake, string>>>
}

export type Files = Readonly<Record<string, string>>

export interface Generator {
  /** How its users call it. */
  readonly name: string
  readonly args: readonly string[]
  /** Folders that hold nothing but what it writes. */
  readonly folders: readonly string[]
}

export const mistakes = [
  'a call of a route that is gone',
  'a parameter left out of a URL',
  'text for a parameter that is a number',
  'a parameter read that the path has not',
  'a field of the wrong type in a form',
  'a field missing from a form',
  'a field of an answer that is gone',
  'a redirect to a route that is gone',
] as const

export type Mistake = (typeof mistakes)[number]
