/** One module that a source file imports: statically, dynamically or only for its types. */
export interface Import {
  readonly specifier: string
  /** The line with the module's name, counted from 1. */
  readonly line: number
}

const literalsAndComments =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const fromClause = /^(?:import|export)\b(?:[^'"]*?\bfrom)?\s*['"]([^'"]+)['"]/gm
const importCall = /\bimport\(\s*['"]([^'"]+)['"]/g

/**
 * Finds every import, re-export and `import()` of a formatted source file.
 *
 * Uses patterns instead of a parser: the formatter guarantees that a statement starts its line, and
 * a match that begins at an earlier `export` still ends at the right module name.
 */
export function findImports(text: string): readonly Import[] {
  const code = blank(text, /^[/`]/)
  return [fromClause, importCall]
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map((match) => ({
      specifier: match[1] ?? '',
      line: lineAt(code, match.index + match[0].length),
    }))
    .toSorted((one, other) => one.line - other.line)
}

/** Blanks out comments; every line keeps its number. */
export function withoutComments(text: string): string {
  return blank(text, /^\//)
}

/** Returns the line, counted from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function blank(text: string, kind: RegExp): string {
  return text.replaceAll(literalsAndComments, (match) =>
    kind.test(match) ? match.replaceAll(/[^\n]/g, ' ') : match,
  )
}
