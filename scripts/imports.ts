/** One module that a source file names: statically, lazily or for its types only. */
export interface Import {
  readonly specifier: string
  /** Counted from 1; the line that names the module. */
  readonly line: number
}

const literalsAndComments =
  /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
const fromClause = /^(?:import|export)\b(?:[^'"]*?\bfrom)?\s*['"]([^'"]+)['"]/gm
const importCall = /\bimport\(\s*['"]([^'"]+)['"]/g

/**
 * Finds every import, re-export and `import()` of a formatted source file.
 *
 * Patterns instead of a parser: the formatter guarantees that a statement starts its line, and a
 * match that begins at an earlier `export` still ends at the right module name.
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

/** Blanks comments; every line stays where it was. */
export function withoutComments(text: string): string {
  return blank(text, /^\//)
}

/** The line, counted from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function blank(text: string, kind: RegExp): string {
  return text.replaceAll(literalsAndComments, (match) =>
    kind.test(match) ? match.replaceAll(/[^\n]/g, ' ') : match,
  )
}
