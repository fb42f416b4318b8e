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
      { path: `components/${model}Form.tsx`, text: formText(subject, layout) },
    ]
  },
  mail: (name) => ({ path: `mails/${name}.tsx`, text: reactMailText(name) }),
  single: (name, layout) => ({ path: `pages/${name}.tsx`, text: singleText(name, layout) }),
}

function indexText(subject: Subject, layout: Layout): string {
  const { names } = subject
  const { model, singular, plural, path, label, labels, file } = names
  const look = toLook(layout)
  const to = `                <Link href={route('${path}.edit', { ${singular}: ${singular}.id })}>`
  const title = `{${toTitle(subject)}}`
  const click = '                  onClick={() =>'
  const remove = `router.delete(route('${path}.destroy', { ${singular}: ${singular}.id }))`
  return `import { Link, route, router${headImport(layout)} } from 'tenon/react'
import type { Wire } from 'tenon'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}
${indexHead(names, layout)}
  return (
${open(layout, capitalize(labels))}
      <p>
        <Link href={route('${path}.create')} className="${look.primary}">
          New ${label}
        </Link>
      </p>
      {${plural}.length === 0 ? (
        <p>There are no ${labels} yet.</p>
      ) : (
        <div className="card">
          <ul className="rows">
            {${plural}.map((${singular}) => (
              <li key={${singular}.id}>
${fit(`${to}${title}</Link>`, `${to}\n                  ${title}\n                </Link>`)}
                <button
                  type="button"
                  className="${look.danger}"
${fit(`${click} ${remove}}`, `${click}\n                    ${remove}\n                  }`)}
                >
                  Delete
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
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

function formText({ names, fields }: Subject, layout: Layout): string {
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

/** Creates ${withArticle(label)}, or changes the one it is given. */
${headText(names)}
${targetText(names)}
  const form = useForm(target, {${initial.length === 0 ? '' : `\n${initial.join('')}  `}})

  function submit(event: FormEvent) {
    event.preventDefault()
    form.submit()
  }

  return (
    <form className="${look.form}" onSubmit={submit} noValidate>
${fields.map(controlText).join('')}      <div className="actions">
        <button type="submit" className="${look.primary}" disabled={form.processing}>
          {label}
        </button>
        <Link href={route('${path}.index')} className="${look.plain}">
          Cancel
        </Link>
      </div>
    </form>
  )
}
${components.has('Field') ? fieldText : ''}${components.has('TextArea') ? textAreaText : ''}${components.has('Choice') ? choiceText : ''}`
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
  return `      <${toComponent(field)}
        name="${name}"
        label="${toLabel(name)}${zone}"
        error={form.errors.${name}}
${valueLines(field)
  .map((line) => `        ${line}\n`)
  .join('')}      />
`
}

function toComponent(field: Field): 'Choice' | 'TextArea' | 'Field' {
  const { kind } = toControl(field)
  if (kind === 'choice') return 'Choice'
  return kind === 'json' ? 'TextArea' : 'Field'
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
    <div className="field">
      <label htmlFor={input.name}>{label}</label>
      <div className={input.type === 'checkbox' ? 'check' : 'entry'}>
        <input
          {...input}
          id={input.name}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </div>
      {error !== undefined && (
        <p id={errorId} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
`

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
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        />
      </div>
      {error !== undefined && (
        <p id={errorId} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
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
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <div className="entry">
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
      </div>
      {error !== undefined && (
        <p id={errorId} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
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
    case 'json':
      return [
        'spellCheck={false}',
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

/** The classes of links and buttons: those of new applications, or those of accounts. */
function toLook(layout: Layout): Look {
  if (layout === 'signed-in') {
    return { primary: 'press', plain: 'press plain', danger: 'press plain danger', form: 'card' }
  }
  return { primary: 'button primary', plain: 'button', danger: 'button danger', form: 'card form' }
}

interface Look {
  readonly primary: string
  readonly plain: string
  readonly danger: string
  readonly form: string
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
