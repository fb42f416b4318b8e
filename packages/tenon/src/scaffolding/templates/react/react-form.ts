import { unreachable } from '../../../base/support/unreachable.ts'
import type { Field } from '../field.ts'
import { fit, fitObject, fits, openTag } from '../fit.ts'
import { withArticle, type Names } from '../names.ts'
import {
  describedBy,
  submitText,
  toControl,
  toFileRoute,
  toInitial,
  toNoOption,
  toOptionProps,
  toOptionList,
  toOptions,
  toPart,
  toRecordText,
  type NoOption,
  type ResourceLayout,
} from '../page-files.ts'
import {
  toChoiceText,
  toLabelWord,
  toPageWords,
  type PageWords,
  type SpokenSubject,
} from '../words/resource-words.ts'
import { attribute, child, type Words } from '../words/words.ts'
import { partImport, toLook, toParameters } from './react-layout.ts'

/** `resources/components/PostForm.tsx` */
export function formText(subject: SpokenSubject, layout: ResourceLayout): string {
  const { names, fields } = subject
  const look = toLook(layout)
  const said = toPageWords(subject)
  const { model, singular, file, path, label } = names
  const initial = fields.map((field) => {
    const value = toInitial(field, singular)
    const spread = value.replace(/ (\?|:) /g, '\n        $1 ')
    return `${fit(`    ${field.name}: ${value},`, `    ${field.name}:\n${fit(`      ${value},`, `      ${spread},`)}`)}\n`
  })
  const components: ReadonlySet<string> = new Set(fields.map(toComponent))
  const hasProps = ['Field', 'TextArea', 'FileField'].some((each) => components.has(each))
  return `import type { ${hasProps ? 'ComponentProps, ' : ''}FormEvent } from 'react'
import { action, Link, route, useForm } from 'tenon/react'
import type { Wire } from 'tenon'
import type { ${model} } from '../../app/models/${file}.ts'
${components.has('Select') ? selectImport(names) : ''}${layout === 'team' ? teamImport : ''}
/** Creates ${withArticle(label)}, or changes the one it is given. */
${headText(subject, layout)}
${targetText(names, layout)}
  const form = useForm(target, {${initial.length === 0 ? '' : `\n${initial.join('')}  `}})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
${submitText('event.currentTarget', '    ')}  }

  return (
    <form className="${look.form}" onSubmit={submit} noValidate>
${fields.map((field) => controlText(field, subject, layout)).join('')}${wholeText}      <div className="actions">
        <button type="submit" className="${look.primary}" disabled={form.processing}>
          {label}
        </button>
${openTag('        <Link', [`href={route('${path}.index'${toParameters(layout)})}`, `className="${look.plain}"`])}
          ${child(said.cancel)}
        </Link>
      </div>
    </form>
  )
}
${components.has('Field') ? fieldText : ''}${components.has('TextArea') ? textAreaText : ''}${components.has('FileField') ? fileFieldText(said) : ''}`
}

/** The error of the whole input, such as that of a rule about two fields. */
const wholeText = `      {form.errors._ !== undefined && (
        <p className="error" role="alert">
          {form.errors._}
        </p>
      )}
`

function selectImport(names: Names): string {
  return partImport('Select', './', names)
}

const teamImport = `import type { TeamName } from './teams/TeamLayout.tsx'\n`

function headText(
  { names: { model, singular }, fields }: SpokenSubject,
  layout: ResourceLayout,
): string {
  const team = layout === 'team' ? ['team: TeamName'] : []
  const options = toOptionProps(fields).map(({ name, type }) => `${name}: ${type}`)
  const properties = [...team, `${singular}: Wire<${model}> | null`, ...options, 'label: string']
  const names = properties.map((property) => property.split(':')[0])
  return fit(
    `export function ${model}Form({ ${names.join(', ')} }: { ${properties.join('; ')} }) {`,
    `export function ${model}Form({\n${toLines(names, ',')}}: {\n${toLines(properties, '')}}) {`,
  )
}

function toLines(list: readonly (string | undefined)[], end: string): string {
  return list.map((each) => `  ${each}${end}\n`).join('')
}

function targetText(names: Names, layout: ResourceLayout): string {
  const { singular, path } = names
  const test = `${singular} === null`
  const [store, update] = [
    `? action('${path}.store'${toParameters(layout)})`,
    `: action('${path}.update'${toParameters(layout, names)})`,
  ]
  const line = `${test} ${store} ${update}`
  const spread = `${test}\n      ${store}\n${fitObject(`      ${update}`)}`
  return fit(`  const target = ${line}`, `  const target =\n${fit(`    ${line}`, `    ${spread}`)}`)
}

function controlText(
  field: Field,
  { names, words }: SpokenSubject,
  layout: ResourceLayout,
): string {
  const { name } = field
  const control = toControl(field)
  const hint = toNoOption(field, words)
  return `      <${toPart(toComponent(field), names)}
        name="${name}"
        ${attribute('label', toLabelWord(field, words))}
        error={form.errors.${name}}
${[
  ...describedBy(field, hint),
  ...(control.kind === 'file' ? addressLines(field, names, layout) : []),
  ...valueLines(field, words),
]
  .map((line) => `        ${line}\n`)
  .join('')}      />
${hint === undefined ? '' : hintText(hint)}`
}

/** Says that there is no record to choose. */
function hintText({ test, id, text, address }: NoOption): string {
  const link = address && openTag('          <Link', [`href={${address}}`])
  const inner =
    link === undefined
      ? `          ${child(text)}`
      : fit(
          `${link}${child(text)}</Link>`,
          `${link}\n            ${child(text)}\n          </Link>`,
        )
  return `      {${test} && (
        <p id="${id}" className="hint">
${inner}
        </p>
      )}
`
}

function toComponent(field: Field): 'Select' | 'TextArea' | 'FileField' | 'Field' {
  const { kind } = toControl(field)
  if (kind === 'choice') return 'Select'
  if (kind === 'file') return 'FileField'
  return kind === 'json' || kind === 'lines' ? 'TextArea' : 'Field'
}

/** The attribute with the address of the file that a record already has. */
function addressLines(field: Field, names: Names, layout: ResourceLayout): readonly string[] {
  const { singular } = names
  const isMissing = field.isNullable
    ? `${singular} === null || ${singular}.${field.name} === null`
    : `${singular} === null`
  const address = `route('${toFileRoute(field, names)}'${toParameters(layout, names)})`
  const spread = `          ${isMissing}\n            ? null\n${fitObject(`            : ${address}`)}`
  const line = `${isMissing} ? null : ${address}`
  if (fits(`        address={${line}}`)) return [`address={${line}}`]
  return [`address={\n${fit(`          ${line}`, spread)}\n        }`]
}

/** In each control: attributes with which a screen reader finds the error. */
const describedText = `          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
`

/** After each control: its error, and the end of the component. */
const messageText = `      {error !== undefined && (
        <p id={errorId} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
`

const fieldText = `
interface FieldProps extends ComponentProps<'input'> {
  name: string
  label: string
  error: string | undefined
}

/** An input with its label and the server's message. */
function Field({ label, error, ...input }: FieldProps) {
  const errorId = \`\${input.name}-error\`
  return (
    <div className="field">
      <label htmlFor={input.name}>{label}</label>
      <div className={input.type === 'checkbox' ? 'check' : 'entry'}>
        <input
          {...input}
          id={input.name}
${describedText}        />
      </div>
${messageText}`

const textAreaText = `
interface TextAreaProps extends ComponentProps<'textarea'> {
  name: string
  label: string
  error: string | undefined
}

/** Several lines of text, with their label and the server's message. */
function TextArea({ label, error, ...area }: TextAreaProps) {
  const errorId = \`\${area.name}-error\`
  return (
    <div className="field">
      <label htmlFor={area.name}>{label}</label>
      <div className="entry">
        <textarea
          {...area}
          id={area.name}
          rows={6}
${describedText}        />
      </div>
${messageText}`

const fileFieldText = ({ openFile, orReplaceFile }: PageWords): string => `
interface FileFieldProps extends ComponentProps<'input'> {
  name: string
  label: string
  error: string | undefined
  /** Where the file is that there is already. */
  address: string | null
}

/** A choice of a file, with its label, the file that there is and the server's message. */
function FileField({ label, error, address, ...input }: FileFieldProps) {
  const errorId = \`\${input.name}-error\`
  return (
    <div className="field">
      <label htmlFor={input.name}>{label}</label>
      <div className="entry">
        <input
          {...input}
          id={input.name}
          type="file"
${describedText}        />
      </div>
      {address !== null && (
        <p className="hint">
          <a href={address}>${child(openFile)}</a>${orReplaceFile.text ?? `\n          ${child(orReplaceFile)}`}
        </p>
      )}
${messageText}`

function valueLines(field: Field, words: Words): readonly string[] {
  const { name, isNullable } = field
  const change = (value: string): string => {
    const line = `onChange={(event) => form.setData('${name}', ${value})}`
    if (line.length <= 92) return line
    const call = `form.setData('${name}', ${value})`
    if (call.length <= 90) return `onChange={(event) =>\n          ${call}\n        }`
    return `onChange={(event) =>\n          form.setData(\n            '${name}',\n            ${value},\n          )\n        }`
  }
  const value = `form.data.${name}`
  const orNull = (given: string): string =>
    isNullable ? `event.target.value === '' ? null : ${given}` : given
  const text = [
    `value={${value}${isNullable ? ` ?? ''` : ''}}`,
    change(`event.target.value${isNullable ? ' || null' : ''}`),
  ]
  const control = toControl(field)
  switch (control.kind) {
    case 'text':
      return [
        ...(control.inputMode === undefined ? [] : [`inputMode="${control.inputMode}"`]),
        ...(control.type === undefined ? [] : [`type="${control.type}"`]),
        ...text,
      ]
    case 'lines':
      return text
    case 'json':
      return ['spellCheck={false}', ...text]
    case 'number':
      return [
        'type="number"',
        ...(control.step === undefined ? [] : [`step="${control.step}"`]),
        `value={Number.isNaN(${value}) ? '' : ${isNullable ? `(${value} ?? '')` : value}}`,
        change(orNull('event.target.valueAsNumber')),
      ]
    case 'checkbox':
      return ['type="checkbox"', `checked={${value} ?? false}`, change('event.target.checked')]
    case 'datetime':
      return [
        'type="datetime-local"',
        `value={${value}${isNullable ? '?' : ''}.slice(0, 16)${isNullable ? ` ?? ''` : ''}}`,
        change(
          orNull(`${isNullable ? '' : 'event.target.value && '}\`\${event.target.value}:00Z\``),
        ),
      ]
    case 'file':
      return [change('event.target.files?.[0] ?? null')]
    case 'choice':
      return choiceLines(field, words)
    default:
      return unreachable(control)
  }
}

function choiceLines(field: Field, words: Words): readonly string[] {
  const { name, isNullable } = field
  const options = toOptions(field)
  const text = toRecordText(field, words) ?? toChoiceText(field, words)
  const lines = options.map((option) => `          ${option},\n`).join('')
  return [
    fit(`        options={${toOptionList(field)}}`, `options={[\n${lines}        ]}`).trimStart(),
    ...(text === undefined ? [] : [fitText(text)]),
    `value={form.data.${name}${isNullable ? ' ?? null' : ''}}`,
    `onChange={(value) => form.setData('${name}', value)}`,
  ]
}

/** The text of an option on a line of its own if it is long. */
function fitText(text: string): string {
  const [start = '', rest = ''] = text.split(' => ', 2)
  const body = text.slice(`${start} => `.length)
  return rest === ''
    ? `text={${text}}`
    : fit(
        `        text={${text}}`,
        `        text={${start} =>\n          ${body}\n        }`,
      ).trimStart()
}
