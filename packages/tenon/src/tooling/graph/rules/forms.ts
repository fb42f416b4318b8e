import { elementsInside, type Element } from '../program/element.ts'
import type { Finding, Program } from '../program/program.ts'
import { visitAll, type ProgramFile } from '../program/program-file.ts'
import { child, children, keyOf, lineOf, nameOf, textOf, visit } from '../program/source-file.ts'
import { toTargets } from '../target.ts'
import type { SyntaxNode } from '../../../pages/vite/parse-source.ts'

/** Finds fields that a form sends and its route does not take, and fields that a route requires and no form sends. */
export function checkForms(program: Program): readonly Finding[] {
  const fields = new Map(program.routes.map(({ name, fields: schema }) => [name, toFields(schema)]))
  const forms = program.files.flatMap((file) =>
    findForms(file, program).filter(({ names }) => names.some((name) => fields.get(name))),
  )
  const unknown = forms.flatMap((form) => checkUnknown(form, fields))
  const missing = [...fields].flatMap(([name, known]) =>
    known === undefined || name === undefined
      ? []
      : checkMissing(
          name,
          known,
          forms.filter(({ names }) => names.includes(name)),
          program,
        ),
  )
  const { files } = program
  return [...unknown, ...missing, ...files.flatMap(checkFileForms), ...files.flatMap(checkMultiple)]
}

/** A form in a component, and the fields that it sends. */
interface Form {
  readonly file: ProgramFile
  readonly start: number
  /** The names of the routes to which it may be sent. */
  readonly names: readonly string[]
  /** The fields whose names are written in the component. */
  readonly fields: readonly { readonly name: string; readonly start: number }[]
}

/** The fields of a route; `undefined` if they cannot be listed. */
interface Fields {
  readonly all: readonly string[]
  readonly required: readonly string[]
}

function toFields(schema: Readonly<Record<string, unknown>> | undefined): Fields | undefined {
  if (schema?.['type'] !== 'object') return undefined
  const { properties = {}, required = [], additionalProperties = false } = schema
  if (additionalProperties !== false) return undefined
  return { all: Object.keys(properties as object), required: required as readonly string[] }
}

function checkUnknown(
  { file, names, fields: sent }: Form,
  fields: ReadonlyMap<string | undefined, Fields | undefined>,
): readonly Finding[] {
  const known = names.map((name) => fields.get(name))
  if (known.includes(undefined)) return []
  const all = new Set(known.flatMap((each) => each?.all ?? []))
  return sent
    .filter(({ name }) => !all.has(name) && name !== '_method')
    .map(({ name, start }) => ({
      kind: 'mistake',
      file: file.path,
      line: lineOf(file, start),
      message: `The form sends "${name}", which ${toList(names)} ${names.length > 1 ? 'do' : 'does'} not take. Known fields: ${[...all].join(', ') || 'none'}.`,
    }))
}

function checkMissing(
  name: string,
  { required }: Fields,
  forms: readonly Form[],
  program: Program,
): readonly Finding[] {
  const [first] = forms
  if (first === undefined) return []
  // Fields may also be in components that the form's file imports, or in children that other files pass to it.
  const around = forms.flatMap(({ file }) => [file, ...findUsers(file, program)])
  const sent = toSent([...new Set(around.flatMap((file) => withImports(file, program)))])
  const missing = sent === undefined ? [] : required.filter((field) => !sent.has(field))
  if (missing.length === 0) return []
  const message = `"${name}" requires ${toList(missing)}, and no form that is sent to it has the field.`
  const { file, start } = first
  return [{ kind: 'mistake', file: file.path, line: lineOf(file, start), message }]
}

/** The files that use a component, if it takes children. */
function findUsers({ path, text }: ProgramFile, { files }: Program): readonly ProgramFile[] {
  if (!/\bchildren\b|<slot\b/.test(text)) return []
  return files.filter(({ origins }) => [...origins.values()].some(({ module }) => module === path))
}

/** A component and everything that it imports from the application, at any depth. */
function withImports(file: ProgramFile, { files }: Program): readonly ProgramFile[] {
  const seen = new Set([file])
  for (const each of seen) {
    for (const { module } of each.origins.values()) {
      const imported = files.find(({ path }) => path === module)
      if (imported?.path.startsWith('resources/') === true) seen.add(imported)
    }
  }
  return [...seen]
}

/** All texts in these files that may be names of fields; `undefined` if names are computed. */
function toSent(files: readonly ProgramFile[]): ReadonlySet<string> | undefined {
  const sent = new Set<string>()
  let isComputed = false
  for (const file of files) {
    for (const { tag, attributes } of file.elements) {
      const name = attributes.get('name')
      if (typeof name === 'string') sent.add(toFieldName(name))
      else if (inputs.has(tag) && typeof name === 'object' && !isPassedOn(name)) isComputed = true
    }
    visitAll(file, (node) => {
      if (node.type !== 'CallExpression') return
      for (const argument of children(node, 'arguments')) {
        visit(argument, (inner) => {
          const key = inner.type === 'Property' ? keyOf(inner) : textOf(inner)
          if (key !== undefined) sent.add(key)
        })
      }
    })
  }
  return isComputed ? undefined : sent
}

function toFieldName(name: string): string {
  return name.replace(/[.[].*$/s, '')
}

function toList(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' and ')
}

function findForms(file: ProgramFile, program: Program): readonly Form[] {
  if (!file.path.startsWith('resources/')) return []
  return [...findMarkupForms(file, program), ...findHookForms(file)]
}

/** Finds `<Form action={action('todos.store')}>`, and other components with such an action. */
function findMarkupForms(file: ProgramFile, program: Program): readonly Form[] {
  return file.elements.flatMap((element) => {
    const names = toNames(element.attributes.get('action'), file)
    if (names.length === 0) return []
    const fields = element.attributes.has('transform')
      ? []
      : elementsInside(element, file.elements).flatMap((each) => toInput(each, file, program))
    return [{ file, start: element.start, names, fields }]
  })
}

/** Finds `useForm(action('todos.store'), { title: '' })`. If `transform` changes the fields, they are not listed. */
function findHookForms(file: ProgramFile): readonly Form[] {
  const forms: Form[] = []
  visitAll(file, (node) => {
    if (nameOf(child(node, 'callee')) !== 'useForm') return
    const [target, initial] = children(node, 'arguments')
    const names = toNames(target, file)
    const isChanged = file.text.includes('.transform(')
    const fields = isChanged ? [] : children(initial, 'properties').flatMap(toField)
    if (names.length > 0) forms.push({ file, start: node.start, names, fields })
  })
  return forms
}

function toNames(
  value: string | SyntaxNode | true | undefined,
  file: ProgramFile,
): readonly string[] {
  return toTargets(value, file).flatMap((target) => (target.kind === 'route' ? target.name : []))
}

function toField(property: SyntaxNode): Form['fields'] {
  const name = keyOf(property)
  return name === undefined ? [] : [{ name, start: property.start }]
}

const inputs = new Set(['input', 'select', 'textarea'])

function toInput(
  { tag, attributes, start }: Element,
  file: ProgramFile,
  program: Program,
): Form['fields'] {
  const name = attributes.get('name')
  if (typeof name !== 'string' || !(inputs.has(tag) || isInput(tag, file, program))) return []
  return [{ name: toFieldName(name), start }]
}

/** Whether a component passes its name on to an input. */
function isInput(tag: string, { origins }: ProgramFile, { files }: Program): boolean {
  const origin = origins.get(tag)
  const component = files.find(({ path }) => path === origin?.module)
  return (
    component?.elements.some(
      (each) => inputs.has(each.tag) && (each.hasSpread || isPassedOn(each.attributes.get('name'))),
    ) ?? false
  )
}

function isPassedOn(name: string | SyntaxNode | true | undefined): boolean {
  return typeof name === 'object' && nameOf(name) === 'name'
}

/** Finds plain forms with a file that are not multipart: they send only the file's name. */
function checkFileForms(file: ProgramFile): readonly Finding[] {
  return file.elements
    .filter(({ tag, attributes }) => tag === 'form' && attributes.has('action'))
    .filter(({ attributes }) => !attributes.has('encType') && !attributes.has('enctype'))
    .filter((form) =>
      elementsInside(form, file.elements).some(
        ({ tag, attributes }) => tag === 'input' && attributes.get('type') === 'file',
      ),
    )
    .map(({ start }) => ({
      kind: 'mistake',
      file: file.path,
      line: lineOf(file, start),
      message:
        'This form has a file, and sends only its name: add encType="multipart/form-data", or use Form.',
    }))
}

/** Finds inputs for several values with the name of a single one: only one value arrives, or none. */
function checkMultiple(file: ProgramFile): readonly Finding[] {
  return file.elements.flatMap(({ tag, attributes, start }) => {
    const name = attributes.get('name')
    const isFilledByCode = [...attributes.keys()].some((each) => byCode.test(each))
    if (!inputs.has(tag) || !attributes.has('multiple') || isFilledByCode) return []
    if (typeof name !== 'string' || name.endsWith('[]')) return []
    const message = `This input sends several values: name it "${name}[]".`
    return [{ kind: 'mistake', file: file.path, line: lineOf(file, start), message }]
  })
}

/** An input that code follows does not need such a name. */
const byCode = /^(?:on:?change|@change|v-model|bind:)/i
