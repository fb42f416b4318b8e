import { unreachable } from '../../../../base/support/unreachable.ts'
import type { Field, Subject } from '../field.ts'
import { fit } from '../fit.ts'
import { toLabel, withArticle, type Names } from '../names.ts'
import { toControl, toInitial, toOptions, toPart, type ResourceLayout } from '../page-files.ts'
import { partImport, toLook, toParameters } from './react-layout.ts'

/** `resources/components/PostForm.tsx` */
export function formText({ names, fields }: Subject, layout: ResourceLayout): string {
  const look = toLook(layout)
  const { model, singular, file, path, label } = names
  const initial = fields.map((field) => {
    const value = toInitial(field, singular)
    return fit(`    ${field.name}: ${value},`, `    ${field.name}:\n      ${value},`) + '\n'
  })
  const components = new Set(fields.map(toComponent))
  const hasProps = components.has('Field') || components.has('TextArea')
  return `import type { ${hasProps ? 'ComponentProps, ' : ''}FormEvent } from 'react'
import { action, Link, route, useForm } from 'tenon/react'
import type { Wire } from 'tenon'
import type { ${model} } from '../../app/models/${file}.ts'
${components.has('Select') ? selectImport(names) : ''}${layout === 'team' ? teamImport : ''}
/** Creates ${withArticle(label)}, or changes the one it is given. */
${headText(names, layout)}
${targetText(names, layout)}
  const form = useForm(target, {${initial.length === 0 ? '' : `\n${initial.join('')}  `}})

  function submit(event: FormEvent) {
    event.preventDefault()
    form.submit()
  }

  return (
    <form className="${look.form}" onSubmit={submit} noValidate>
${fields.map((field) => controlText(field, names)).join('')}      <div className="actions">
        <button type="submit" className="${look.primary}" disabled={form.processing}>
          {label}
        </button>
        <Link href={route('${path}.index'${toParameters(layout)})} className="${look.plain}">
          Cancel
        </Link>
      </div>
    </form>
  )
}
${components.has('Field') ? fieldText : ''}${components.has('TextArea') ? textAreaText : ''}`
}

function selectImport(names: Names): string {
  return partImport('Select', './', names)
}

const teamImport = `import type { TeamName } from './teams/TeamLayout.tsx'\n`

function headText({ model, singular }: Names, layout: ResourceLayout): string {
  const team = layout === 'team' ? ['team: TeamName'] : []
  const properties = [...team, `${singular}: Wire<${model}> | null`, 'label: string']
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
  const spread = `${test}\n      ${store}\n      ${update}`
  return fit(`  const target = ${line}`, `  const target =\n${fit(`    ${line}`, `    ${spread}`)}`)
}

function controlText(field: Field, names: Names): string {
  const { name } = field
  const control = toControl(field)
  const zone = control.kind === 'datetime' ? ' (UTC)' : ''
  return `      <${toPart(toComponent(field), names)}
        name="${name}"
        label="${toLabel(name)}${zone}"
        error={form.errors.${name}}
${valueLines(field)
  .map((line) => `        ${line}\n`)
  .join('')}      />
`
}

function toComponent(field: Field): 'Select' | 'TextArea' | 'Field' {
  const { kind } = toControl(field)
  if (kind === 'choice') return 'Select'
  return kind === 'json' ? 'TextArea' : 'Field'
}

/** In each control: the error as a screen reader finds it. */
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

function valueLines(field: Field): readonly string[] {
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
        change(orNull('`${event.target.value}:00Z`')),
      ]
    case 'choice': {
      const options = toOptions(field)
      const lines = options.map((option) => `          ${option},\n`).join('')
      return [
        fit(
          `        options={[${options.join(', ')}]}`,
          `options={[\n${lines}        ]}`,
        ).trimStart(),
        `value={${value}${isNullable ? ' ?? null' : ''}}`,
        `onChange={(value) => form.setData('${name}', value)}`,
      ]
    }
    default:
      return unreachable(control)
  }
}
