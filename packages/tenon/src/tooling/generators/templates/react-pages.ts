import { capitalize } from '../../../base/support/values/capitalize.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import { textLiteral } from '../../../data/columns/text-literal.ts'
import type { Field, Subject } from './field.ts'
import { fit } from './fit.ts'
import { reactMailText } from './mail-templates.ts'
import { toHeading, toLabel, withArticle, type Names } from './names.ts'
import {
  toControl,
  toInitial,
  toResources,
  toTitle,
  type Layout,
  type PageTemplates,
} from './page-files.ts'

export const reactPages: PageTemplates = {
  resource(subject, layout) {
    const { pages, model } = subject.names
    return [
      { path: `pages/${pages}/Index.tsx`, text: indexText(subject, layout) },
      { path: `pages/${pages}/Create.tsx`, text: formPageText(subject, layout, 'Create') },
      { path: `pages/${pages}/Edit.tsx`, text: formPageText(subject, layout, 'Edit') },
      { path: `components/${model}Form.tsx`, text: formText(subject) },
    ]
  },
  mail: (name) => ({ path: `mails/${name}.tsx`, text: reactMailText(name) }),
  single: (name, layout) => ({ path: `pages/${name}.tsx`, text: singleText(name, layout) }),
}

function indexText(subject: Subject, layout: Layout): string {
  const { names } = subject
  const { model, singular, plural, path, label, labels, file } = names
  return `import { Link, route, router${headImport(layout)} } from 'tenon/react'
import type { Wire } from 'tenon'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}
${indexHead(names, layout)}
  return (
${open(layout, capitalize(labels))}
      <div className="bar">
        <Link href={route('${path}.create')} className="button primary">
          New ${label}
        </Link>
      </div>
      <ul className="card">
        {${plural}.map((${singular}) => (
          <li key={${singular}.id}>
            <Link href={route('${path}.edit', { ${singular}: ${singular}.id })}>{${toTitle(subject)}}</Link>
            <button
              type="button"
              className="button danger"
              onClick={() => router.delete(route('${path}.destroy', { ${singular}: ${singular}.id }))}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
${close(layout)}
  )
}
`
}

function formPageText({ names }: Subject, layout: Layout, page: 'Create' | 'Edit'): string {
  const { model, singular, file, label } = names
  const title = page === 'Create' ? `New ${label}` : `Edit ${label}`
  return `import type { Wire } from 'tenon'
${layout === 'none' ? `import { Head } from 'tenon/react'\n` : ''}import type { ${model} } from '../../../app/models/${file}.ts'
import { ${model}Form } from '../../components/${model}Form.tsx'
${layoutImport(layout, '../../')}
${formPageHead(names, layout, page)}
  return (
${open(layout, title)}
      <${model}Form ${singular}={${singular}} label="${page === 'Create' ? 'Create' : 'Save'}" />
${close(layout)}
  )
}
`
}

function indexHead({ model, plural }: Names, layout: Layout): string {
  if (layout !== 'signed-in') {
    return `export default function Index({ ${plural} }: { ${plural}: Wire<${model}>[] }) {`
  }
  return `interface IndexProps {
  readonly user: Wire<User>
  readonly ${plural}: Wire<${model}>[]
}

export default function Index({ user, ${plural} }: IndexProps) {`
}

function formPageHead({ model, singular }: Names, layout: Layout, page: string): string {
  if (layout !== 'signed-in') {
    return `export default function ${page}({ ${singular} }: { ${singular}: Wire<${model}> | null }) {`
  }
  return `interface ${page}Props {
  readonly user: Wire<User>
  readonly ${singular}: Wire<${model}> | null
}

export default function ${page}({ user, ${singular} }: ${page}Props) {`
}

function formText({ names, fields }: Subject): string {
  const { model, singular, file, path, label } = names
  const initial = fields.map(
    (field) => `    ${field.name}: ${singular}?.${field.name} ?? ${toInitial(field)},\n`,
  )
  const hasChoice = fields.some((field) => toControl(field).kind === 'choice')
  const hasInput = fields.some((field) => toControl(field).kind !== 'choice')
  return `import type { ${hasInput ? 'ComponentProps, ' : ''}FormEvent } from 'react'
import { action, Link, route, useForm } from 'tenon/react'
import type { Wire } from 'tenon'
import type { ${model} } from '../../app/models/${file}.ts'

/** Creates ${withArticle(label)}, or changes the one it is given. */
${headText(names)}
${targetText(names)}
  const form = useForm(target, {${initial.length === 0 ? '' : `\n${initial.join('')}  `}})

  function submit(event: FormEvent) {
    event.preventDefault()
    form.submit()
  }

  return (
    <form className="card form" onSubmit={submit} noValidate>
${fields.map(controlText).join('')}      <div className="actions">
        <button type="submit" className="button primary" disabled={form.processing}>
          {label}
        </button>
        <Link href={route('${path}.index')} className="button">
          Cancel
        </Link>
      </div>
    </form>
  )
}
${hasInput ? fieldText : ''}${hasChoice ? choiceText : ''}`
}

function headText({ model, singular }: Names): string {
  const property = `${singular}: Wire<${model}> | null`
  return fit(
    `export function ${model}Form({ ${singular}, label }: { ${property}; label: string }) {`,
    `export function ${model}Form({\n  ${singular},\n  label,\n}: {\n  ${property}\n  label: string\n}) {`,
  )
}

function targetText({ singular, path }: Names): string {
  const test = `${singular} === null`
  const [store, update] = [
    `? action('${path}.store')`,
    `: action('${path}.update', { ${singular}: ${singular}.id })`,
  ]
  const line = `${test} ${store} ${update}`
  const spread = `${test}\n      ${store}\n      ${update}`
  return fit(`  const target = ${line}`, `  const target =\n${fit(`    ${line}`, `    ${spread}`)}`)
}

function controlText(field: Field): string {
  const { name } = field
  const control = toControl(field)
  const zone = control.kind === 'datetime' ? ' (UTC)' : ''
  return `      <${control.kind === 'choice' ? 'Choice' : 'Field'}
        name="${name}"
        label="${toLabel(name)}${zone}"
        error={form.errors.${name}}
${valueLines(field)
  .map((line) => `        ${line}\n`)
  .join('')}      />
`
}

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
    <>
      <label htmlFor={input.name}>{label}</label>
      <input
        {...input}
        id={input.name}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
      />
      {error !== undefined && (
        <p id={errorId} className="error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
`

const choiceText = `
interface ChoiceProps<Value extends string | null> {
  name: string
  label: string
  error: string | undefined
  options: readonly Value[]
  value: Value
  onChange: (value: Value) => void
}

/** A list to choose from, with its label and the server's message; null is the empty entry. */
function Choice<Value extends string | null>(props: ChoiceProps<Value>) {
  const { name, label, error, options, value, onChange } = props
  const errorId = \`\${name}-error\`
  return (
    <>
      <label htmlFor={name}>{label}</label>
      <select
        name={name}
        id={name}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = options.find((option) => (option ?? '') === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
      >
        {options.map((option) => (
          <option key={option ?? ''} value={option ?? ''}>
            {option}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={errorId} className="error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
`

function valueLines(field: Field): readonly string[] {
  const { name, isNullable, values = [] } = field
  const change = (value: string): string => {
    const line = `onChange={(event) => form.setData('${name}', ${value})}`
    if (line.length <= 92) return line
    const call = `form.setData('${name}', ${value})`
    if (call.length <= 88) return `onChange={(event) =>\n          ${call}\n        }`
    return `onChange={(event) =>\n          form.setData(\n            '${name}',\n            ${value},\n          )\n        }`
  }
  const value = `form.data.${name}`
  const control = toControl(field)
  switch (control.kind) {
    case 'text':
      return [
        ...(control.inputMode === undefined ? [] : [`inputMode="${control.inputMode}"`]),
        ...(control.type === undefined ? [] : [`type="${control.type}"`]),
        `value={${value}${isNullable ? ` ?? ''` : ''}}`,
        change(`event.target.value${isNullable ? ' || null' : ''}`),
      ]
    case 'number':
      return [
        'type="number"',
        ...(control.step === undefined ? [] : [`step="${control.step}"`]),
        `value={Number.isNaN(${value}) ? '' : ${isNullable ? `(${value} ?? '')` : value}}`,
        isNullable
          ? change(`event.target.value === '' ? null : event.target.valueAsNumber`)
          : change('event.target.valueAsNumber'),
      ]
    case 'checkbox':
      return ['type="checkbox"', `checked={${value} ?? false}`, change('event.target.checked')]
    case 'datetime':
      return [
        'type="datetime-local"',
        `value={${value}${isNullable ? '?' : ''}.slice(0, 16)${isNullable ? ` ?? ''` : ''}}`,
        change(
          isNullable
            ? `event.target.value === '' ? null : \`\${event.target.value}Z\``
            : '`${event.target.value}Z`',
        ),
      ]
    case 'choice': {
      const options = [...(isNullable ? ['null'] : []), ...values.map(textLiteral)]
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

function singleText(name: string, layout: Layout): string {
  const last = name.split('/').at(-1) ?? name
  const resources = toResources(name)
  const imports =
    layout === 'none'
      ? `import { Head } from 'tenon/react'\n`
      : layout === 'signed-in'
        ? `import type { Wire } from 'tenon'\n${layoutImport(layout, resources)}`
        : layoutImport(layout, resources)
  const props = layout === 'signed-in' ? '{ user }: { user: Wire<User> }' : ''
  return `${imports}
export default function ${last}(${props}) {
  return (
${open(layout, toHeading(name))}
      <p>${toHeading(name)}</p>
${close(layout)}
  )
}
`
}

function headImport(layout: Layout): string {
  return layout === 'none' ? ', Head' : ''
}

function layoutImport(layout: Layout, resources: string): string {
  switch (layout) {
    case 'layout':
      return `import { Layout } from '${resources}components/Layout.tsx'\n`
    case 'signed-in':
      return (
        `import type { User } from '${resources}../app/models/user.ts'\n` +
        `import { SignedInLayout } from '${resources}components/accounts/SignedInLayout.tsx'\n`
      )
    case 'none':
      return ''
    default:
      return unreachable(layout)
  }
}

function open(layout: Layout, title: string): string {
  if (layout === 'layout') return `    <Layout title="${title}">`
  if (layout === 'signed-in') return `    <SignedInLayout title="${title}" user={user}>`
  return `    <main>\n      <Head title="${title}" />\n      <h1>${title}</h1>`
}

function close(layout: Layout): string {
  if (layout === 'signed-in') return '    </SignedInLayout>'
  return layout === 'layout' ? '    </Layout>' : '    </main>'
}
