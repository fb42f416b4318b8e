import { capitalize } from '../../../base/support/values/capitalize.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import type { Field, Subject } from './field.ts'
import { svelteMailText } from './mail-templates.ts'
import { toHeading, toLabel } from './names.ts'
import {
  toControl,
  toInitial,
  toResources,
  toTitle,
  type Layout,
  type PageTemplates,
  type ResourceLayout,
} from './page-files.ts'

export const sveltePages: PageTemplates = {
  library: 'svelte',
  resource(subject, layout) {
    const { pages, model } = subject.names
    return [
      { path: `pages/${pages}/Index.svelte`, text: indexText(subject, layout) },
      { path: `pages/${pages}/Create.svelte`, text: formPageText(subject, layout, 'Create') },
      { path: `pages/${pages}/Edit.svelte`, text: formPageText(subject, layout, 'Edit') },
      { path: `components/${model}Form.svelte`, text: formText(subject) },
    ]
  },
  mail: (name) => ({ path: `mails/${name}.svelte`, text: svelteMailText(name) }),
  single: (name, layout) => ({
    path: `pages/${name}.svelte`,
    text: singleText(name, layout),
  }),
}

function indexText(subject: Subject, layout: ResourceLayout): string {
  const { model, singular, plural, path, label, labels, file } = subject.names
  return `<script lang="ts">
  import { inertia, router } from '@inertiajs/svelte'
  import type { Wire } from 'tenon'
  import { route } from 'tenon/client'
  import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}
  let { ${plural} }: { ${plural}: Wire<${model}>[] } = $props()
</script>

${open(layout, capitalize(labels))}
  <p><a href={route('${path}.create')} class="button primary" use:inertia>New ${label}</a></p>
  {#if ${plural}.length === 0}
    <p>There are no ${labels} yet.</p>
  {:else}
    <div class="card">
      <ul class="rows">
        {#each ${plural} as ${singular} (${singular}.id)}
          <li>
            <a href={route('${path}.edit', { ${singular}: ${singular}.id })} use:inertia>{${toTitle(subject)}}</a>
            <button
              type="button"
              class="button danger"
              onclick={() => router.delete(route('${path}.destroy', { ${singular}: ${singular}.id }))}
            >
              Delete
            </button>
          </li>
        {/each}
      </ul>
    </div>
  {/if}
${close(layout)}
`
}

function formPageText({ names }: Subject, layout: ResourceLayout, page: 'Create' | 'Edit'): string {
  const { model, singular, file, label } = names
  const title = page === 'Create' ? `New ${label}` : `Edit ${label}`
  return `<script lang="ts">
  import type { Wire } from 'tenon'
  import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}  import ${model}Form from '../../components/${model}Form.svelte'

  let { ${singular} }: { ${singular}: Wire<${model}> | null } = $props()
</script>

${open(layout, title)}
  <${model}Form {${singular}} label="${page === 'Create' ? 'Create' : 'Save'}" />
${close(layout)}
`
}

function formText({ names, fields }: Subject): string {
  const { model, singular, file, path } = names
  const initial = fields.map((field) => `      ${field.name}: ${toInitial(field, singular)},\n`)
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

<form class="card form" onsubmit={submit} novalidate>
${fields.map(controlText).join('')}  <div class="actions">
    <button class="button primary" disabled={form.processing}>{label}</button>
    <a href={route('${path}.index')} class="button" use:inertia>Cancel</a>
  </div>
</form>
`
}

function controlText(field: Field): string {
  const { name } = field
  const control = toControl(field)
  const lines = valueLines(field).map((line) => `      ${line}\n`)
  const [tag, end] = toElement(field)
  return `  <div class="field">
    <label for="${name}">${toLabel(name)}${control.kind === 'datetime' ? ' (UTC)' : ''}</label>
    <${tag}
      id="${name}"
${lines.join('')}      aria-invalid={form.errors.${name} !== undefined}
      aria-describedby={form.errors.${name} === undefined ? undefined : '${name}-error'}
    ${end}
    {#if form.errors.${name} !== undefined}
      <p id="${name}-error" class="error" role="alert">{form.errors.${name}}</p>
    {/if}
  </div>
`
}

function toElement(field: Field): readonly [tag: string, end: string] {
  const { kind } = toControl(field)
  if (kind === 'choice') return ['select', `>\n${optionsText(field)}    </select>`]
  return kind === 'json' ? ['textarea', '></textarea>'] : ['input', '/>']
}

function optionsText({ isNullable, values = [] }: Field): string {
  const options = values.map((value) => `      <option value="${value}">${value}</option>\n`)
  return [...(isNullable ? ['      <option value={null}></option>\n'] : []), ...options].join('')
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
        ...textLines(field),
      ]
    case 'json':
      return ['rows="6"', 'spellcheck="false"', ...textLines(field)]
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
        `oninput={(event) => (form.${name} = ${empty}\`\${${value}}:00Z\`)}`,
      ]
    }
    default:
      return unreachable(control)
  }
}

function textLines({ name, isNullable }: Field): readonly string[] {
  if (!isNullable) return [`bind:value={form.${name}}`]
  return [
    `value={form.${name}}`,
    `oninput={(event) => (form.${name} = event.currentTarget.value || null)}`,
  ]
}

function singleText(name: string, layout: Layout): string {
  const title = toHeading(name)
  const script =
    layout === 'none'
      ? ''
      : `<script lang="ts">\n${layoutImport(layout, toResources(name))}</script>\n\n`
  return `${script}${open(layout, title)}
  <p>${title}</p>
${close(layout)}
`
}

function layoutImport(layout: ResourceLayout, resources: string): string {
  return layout === 'none' ? '' : `  import Layout from '${resources}components/Layout.svelte'\n`
}

function open(layout: ResourceLayout, title: string): string {
  if (layout !== 'none') return `<Layout title="${title}">`
  return `<svelte:head><title>${title}</title></svelte:head>\n<main>\n  <h1>${title}</h1>`
}

function close(layout: ResourceLayout): string {
  return layout === 'none' ? '</main>' : '</Layout>'
}
