import { createRequire } from 'node:module'
import { join, posix } from 'node:path'
import { once } from '../../../base/support/once.ts'
import { readJsxElements, type Element } from './element.ts'
import {
  child,
  children,
  nameOf,
  readSource,
  textOf,
  visit,
  type Ancestors,
  type SourceFile,
} from './source-file.ts'
import { namesDeclaredBy } from './scopes.ts'
import { readSvelteElements } from './svelte-component.ts'
import {
  readVueTemplate,
  toScriptText,
  type ScriptPart,
  type VueDescriptor,
} from './vue-component.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** A source of the application: a module, or a component of Vue or Svelte. */
export interface ProgramFile extends SourceFile {
  readonly elements: readonly Element[]
  /** The expressions of the markup outside the module: in Vue and Svelte. */
  readonly expressions: readonly SyntaxNode[]
  /** The values of constants whose names are declared only once in the file. */
  readonly constants: ReadonlyMap<string, SyntaxNode>
  /** The origin of each imported name: a file below the root, or a package. */
  readonly origins: ReadonlyMap<string, Origin>
  /** The nodes of the module and of the expressions of the markup, outer ones first: each rule reads all of them. */
  readonly nodes: () => readonly VisitedNode[]
}

interface VisitedNode {
  readonly node: SyntaxNode
  readonly ancestors: Ancestors
}

/** The module of an import and the name there; `*` for the whole module. */
export interface Origin {
  readonly module: string
  readonly name: string
}

/** Reads a source; `undefined` if its syntax is wrong, which the type check reports. */
export type ReadFile = (path: string, text: string) => ProgramFile | undefined

/** Creates the reader. It loads the compilers of Vue and Svelte if the application has them. */
export function createFileReader(root: string): ReadFile {
  // Sound: these are the packages' own functions.
  const vue = load(root, 'vue/compiler-sfc') as VueCompiler | undefined
  const svelte = load(root, 'svelte/compiler') as SvelteCompiler | undefined
  return (path, text) => {
    if (path.endsWith('.vue')) return vue && readVue(path, text, vue)
    if (path.endsWith('.svelte')) return svelte && readSvelte(path, text, svelte)
    const source = readSource(path, text)
    return source && toFile(source, readJsxElements(source.root), [])
  }
}

/** Visits the module and the expressions of the markup. */
export function visitAll(
  file: ProgramFile,
  visitor: (node: SyntaxNode, ancestors: Ancestors) => void,
): void {
  for (const { node, ancestors } of file.nodes()) visitor(node, ancestors)
}

function listNodes(trees: readonly SyntaxNode[]): readonly VisitedNode[] {
  const nodes: VisitedNode[] = []
  for (const tree of trees) visit(tree, (node, ancestors) => void nodes.push({ node, ancestors }))
  return nodes
}

function toPart(script: SvelteScript | null | undefined, text: string): readonly ScriptPart[] {
  if (script == null) return []
  const { start, end } = script.content
  return [{ content: text.slice(start, end), loc: { start: { offset: start } } }]
}

function toFile(
  source: SourceFile,
  elements: readonly Element[],
  expressions: readonly SyntaxNode[],
): ProgramFile {
  const { root, path } = source
  const trees = [root, ...expressions]
  return {
    ...source,
    elements,
    expressions,
    constants: readConstants(trees),
    origins: readOrigins(root, path),
    nodes: once(() => listNodes(trees)),
  }
}

/** Reads the constants. A name that is declared again, even as a parameter, may mean something else elsewhere. */
function readConstants(trees: readonly SyntaxNode[]): ReadonlyMap<string, SyntaxNode> {
  const constants = new Map<string, SyntaxNode>()
  const seen = new Set<string>()
  const twice = new Set<string>()
  const read = (node: SyntaxNode, [declaration]: Ancestors): void => {
    for (const name of namesDeclaredBy(node)) (seen.has(name) ? twice : seen).add(name)
    const name = node.type === 'VariableDeclarator' ? nameOf(child(node, 'id')) : undefined
    const value = child(node, 'init')
    const isConstant = declaration?.['kind'] === 'const' && value !== undefined
    if (name !== undefined && isConstant) constants.set(name, value)
  }
  for (const tree of trees) visit(tree, read)
  for (const name of twice) constants.delete(name)
  return constants
}

function readOrigins(root: SyntaxNode, path: string): ReadonlyMap<string, Origin> {
  const origins = new Map<string, Origin>()
  for (const statement of children(root, 'body')) {
    const source = textOf(child(statement, 'source'))
    if (statement.type !== 'ImportDeclaration' || source === undefined) continue
    const module = source.startsWith('.') ? posix.join(posix.dirname(path), source) : source
    for (const specifier of children(statement, 'specifiers')) {
      const local = nameOf(child(specifier, 'local'))
      if (local !== undefined) origins.set(local, { module, name: toImportedName(specifier) })
    }
  }
  return origins
}

function toImportedName(specifier: SyntaxNode): string {
  if (specifier.type === 'ImportNamespaceSpecifier') return '*'
  return nameOf(child(specifier, 'imported')) ?? 'default'
}

interface VueCompiler {
  readonly parse: (text: string) => { readonly descriptor: VueDescriptor }
}

interface SvelteCompiler {
  readonly parse: (text: string, options: { readonly modern: true }) => SvelteTree
}

type SvelteTree = SyntaxNode & Partial<Record<'instance' | 'module', SvelteScript | null>>

interface SvelteScript {
  readonly content: SyntaxNode
}

function readVue(path: string, text: string, vue: VueCompiler): ProgramFile | undefined {
  const { descriptor } = vue.parse(text)
  const { script, scriptSetup } = descriptor
  const scripts = [script, scriptSetup].filter((each) => each !== null)
  const source = readSource(`${path}.ts`, toScriptText(scripts, text))
  if (source === undefined) return undefined
  const { elements, expressions } = readVueTemplate(descriptor, text)
  return toFile({ ...source, path, text }, elements, expressions)
}

function readSvelte(path: string, text: string, svelte: SvelteCompiler): ProgramFile | undefined {
  try {
    const tree = svelte.parse(text, { modern: true })
    const scripts = [tree.module, tree.instance].flatMap((script) => toPart(script, text))
    const source = readSource(`${path}.ts`, toScriptText(scripts, text))
    const fragment = tree['fragment'] as SyntaxNode
    return source && toFile({ ...source, path, text }, readSvelteElements(fragment), [fragment])
  } catch {
    return undefined // wrong syntax: the build says where
  }
}

/** Loads a compiler; `undefined` if it is not installed, as in an application without such components. */
function load(root: string, name: string): unknown {
  try {
    return createRequire(join(root, 'package.json'))(name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')
      return undefined
    throw error
  }
}
