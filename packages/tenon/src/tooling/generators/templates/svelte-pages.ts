import { capitalize } from '../../../base/support/values/capitalize.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import type { Field, Subject } from './field.ts'
import { svelteMailText } from './mail-templates.ts'
import { toHeading, toLabel } from './names.ts'
import { toControl, toInitial, toTitle, type PageTemplates } from './page-files.ts'

export const sveltePages: PageTemplates = {
  resource(subject) {
    const { pages, model } = subject.names
    return [
      { path: `pages/${pages}/Index.svelte`, text: indexText(subject) },
      { path: `pages/${pages}/Create.svelte`, text: formPageText(subject, 'Create') },
      { path: `pages/${pages}/Edit.svelte`, text: formPageText(subject, 'Edit') },
      { path: `components/${model}Form.svelte`, text: formText(subject) },
    ]
  },
  mail: (name) => ({ path: `mails/${name}.svelte`, text: svelteMailText(name) }),
  single: (name) => ({ path: `pages/${name}.svelte`, text: singleText(name) }),
}

function indexText(subject: Subject): string {
  const { model, singular, plural, path, label, labels, file } = subject.names
  const title = capitalize(labels)
  return `<script lang="ts">
  import { inertia, router } from '@inertiajs/svelte'
  import type { Wire } from 'tenon'
  import { route } from 'tenon/client'
  import type { ${model} } from '../../../app/models/${file}.ts'

  let { ${plural} }: { ${plural}: Wire<${model}>[] } = $props()
</script>

<svelte:head><title>${title}</title></svelte:head>
<main>
  <h1>${title}</h1>
  <a href={route('${path}.create')} use:inertia>New ${label}</a>
  <ul>
    {#each ${plural} as ${singular} (${singular}.id)}
      <li>
        <a href={route('${path}.edit', { ${singular}: ${singular}.id })} use:inertia>{${toTitle(subject)}}</a>
        <button
          type="button"
          onclick={() => router.delete(route('${path}.destroy', { ${singular}: ${singular}.id }))}
        >
          Delete
        </button>
      </li>
    {/each}
  </ul>
</main>
`
}

function formPageText({ names }: Subject, page: 'Create' | 'Edit'): string {
  const { model, singular, file, label } = names
  const title = page === 'Create' ? `New ${label}` : `Edit ${label}`
  return `<script lang="ts">
  import type { Wire } from 'tenon'
  import type { ${model} } from '../../../app/models/${file}.ts'
  import ${model}Form from '../../components/${model}Form.svelte'

  let { ${singular} }: { ${singular}: Wire<${model}> | null } = $props()
</script>

<svelte:head><title>${title}</title></svelte:head>
<main>
  <h1>${title}</h1>
  <${model}Form {${singular}} label="${page === 'Create' ? 'Create' : 'Save'}" />
</main>
`
}

function formText({ names, fields }: Subject): string {
  const { model, singular, file, path } = names
  const initial = fields.map(
    (field) => `      ${field.name}: ${singular}?.${field.name} ?? ${toInitial(field)},\n`,
  )
  return `<script lang="ts">
  import { inertia, useForm } from '@inertiajs/svelte'
  import type { Wire } from 'tenon'
  import { action, route, type RouteFields } from 'tenon/client'
  import { untrack } from 'svelte'
  import type { ${model} } from '../../app/models/${file}.ts'

  let { ${singular}, label }: { ${singular}: Wire<${model}> | null; label: string } = $props()
  const form = untrack(() =>
    useForm<RouteFields<'${path}.store'>>(
      ${singular} === null
        ? action('${path}.store')
        : action('${path}.update', { ${singular}: ${singular}.id }),
      {${initial.length === 0 ? '' : `\n${initial.map((line) => `  ${line}`).join('')}      `}},
    ),
  )

  function submit(event: SubmitEvent) {
    event.preventDefault()
    form.submit()
  }
</script>

<form onsubmit={submit}>
${fields.map(controlText).join('')}  <button disabled={form.processing}>{label}</button>
  <a href={route('${path}.index')} use:inertia>Cancel</a>
</form>
`
}

function controlText(field: Field): string {
  const { name } = field
  const control = toControl(field)
  const lines = valueLines(field).map((line) => `    ${line}\n`)
  const [tag, end] =
    control.kind === 'choice' ? ['select', `>\n${optionsText(field)}  </select>`] : ['input', '/>']
  return `  <label for="${name}">${toLabel(name)}${control.kind === 'datetime' ? ' (UTC)' : ''}</label>
  <${tag}
    id="${name}"
${lines.join('')}    aria-invalid={form.errors.${name} !== undefined}
    aria-describedby="${name}-error"
  ${end}
  <p id="${name}-error" role="alert">{form.errors.${name} ?? ''}</p>
`
}

function optionsText({ isNullable, values = [] }: Field): string {
  const options = values.map((value) => `    <option value="${value}">${value}</option>\n`)
  return [...(isNullable ? ['    <option value={null}></option>\n'] : []), ...options].join('')
}

function valueLines(field: Field): readonly string[] {
  const { name, isNullable } = field
  const control = toControl(field)
  switch (control.kind) {
    case 'choice':
      return [`bind:value={form.${name}}`]
    case 'text':
      return [
        ...(control.inputMode === undefined ? [] : [`inputmode="${control.inputMode}"`]),
        ...(control.type === undefined ? [] : [`type="${control.type}"`]),
        ...(isNullable
          ? [
              `value={form.${name}}`,
              `oninput={(event) => (form.${name} = event.currentTarget.value || null)}`,
            ]
          : [`bind:value={form.${name}}`]),
      ]
    case 'number':
      return [
        'type="number"',
        ...(control.step === undefined ? [] : [`step="${control.step}"`]),
        `bind:value={form.${name}}`,
      ]
    case 'checkbox':
      return ['type="checkbox"', `bind:checked={form.${name}}`]
    case 'datetime': {
      const value = 'event.currentTarget.value'
      const empty = isNullable ? `${value} === '' ? null : ` : ''
      return [
        'type="datetime-local"',
        `value={form.${name}${isNullable ? '?' : ''}.slice(0, 16)}`,
        `oninput={(event) => (form.${name} = ${empty}\`\${${value}}Z\`)}`,
      ]
    }
    default:
      return unreachable(control)
  }
}

function singleText(name: string): string {
  const title = toHeading(name)
  return `<svelte:head><title>${title}</title></svelte:head>
<main>
  <h1>${title}</h1>
</main>
`
}
