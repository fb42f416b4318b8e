import { readFileSync } from 'node:fs'
import { join } from 'node:path'
// Version 6, because version 7 does not offer its language service to programs.
import ts from 'typescript-6'
import { againstDeclarations } from './declarations.ts'

const workspace = join(import.meta.dirname, '../../../..')

/** The path of an unsaved file: inside the workspace, so that `tenon` resolves as for the examples. */
export function toPath(name: string): string {
  return join(workspace, 'examples', name)
}

/** An editor with unsaved open files. */
export function createService(texts: Readonly<Record<string, string>>): ts.LanguageService {
  const files = new Map(Object.entries(texts).map(([name, text]) => [toPath(name), text]))
  const options = readOptions()
  const host = ts.createCompilerHost(options)
  return ts.createLanguageService({
    fileExists: (name) => files.has(name) || host.fileExists(name),
    readFile: (name) => files.get(name) ?? host.readFile(name),
    getCurrentDirectory: () => host.getCurrentDirectory(),
    getDefaultLibFileName: (own) => host.getDefaultLibFileName(own),
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = files.get(name) ?? host.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
  })
}

function readOptions(): ts.CompilerOptions {
  const base = JSON.parse(readFileSync(join(workspace, 'tsconfig.base.json'), 'utf8'))
  const options = {
    ...base.compilerOptions,
    ...againstDeclarations(),
    module: 'preserve',
    moduleResolution: 'bundler',
  }
  return ts.convertCompilerOptionsFromJson(options, workspace).options
}
