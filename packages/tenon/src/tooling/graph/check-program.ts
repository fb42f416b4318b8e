import type { Finding, Program } from './program/program.ts'
import { checkDeclarations } from './rules/declarations.ts'
import { checkDroppedValues } from './rules/dropped-values.ts'
import { checkEnvironment } from './rules/environment.ts'
import { checkForms } from './rules/forms.ts'
import { checkLinks } from './rules/links.ts'
import { checkMessages } from './rules/messages.ts'
import { checkPages } from './rules/pages.ts'
import { checkRedirects } from './rules/redirects.ts'
import { checkUnlinked } from './rules/unlinked.ts'

const rules: readonly ((program: Program) => readonly Finding[])[] = [
  checkLinks,
  checkRedirects,
  checkForms,
  checkPages,
  checkDeclarations,
  checkMessages,
  checkDroppedValues,
  checkEnvironment,
  checkUnlinked,
]

/** Finds the places where the parts of an application do not match each other, in the order of the files. */
export function checkProgram(program: Program): readonly Finding[] {
  return rules
    .flatMap((rule) => rule(program))
    .toSorted((one, other) => compare(one.file, other.file) || one.line - other.line)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
