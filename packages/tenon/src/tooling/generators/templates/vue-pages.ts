import { capitalize } from '../../../base/support/values/capitalize.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import type { Field, Subject } from './field.ts'
import { vueMailText } from './mail-templates.ts'
import { toAttribute, toHeading, toLabel } from './names.ts'
import {
  toControl,
  toInitial,
  toResources,
  toTitle,
  type Layout,
  type PageTemplates,
  type ResourceLayout,
} from './page-files.ts'

export const vuePages: PageTemplates = {
  library: 'vue',
  resource(subject, layout) {
    const { pages, model } = subject.names
    return [
      { path: `pages/${pages}/Index.vue`, text: indexText(subject, layout) },
      { path: `pages/${pages}/Create.vue`, text: formPageText(subject, layout, 'Create') },
      { path: `pages/${pages}/Edit.vue`, text: formPageText(subject, layout, 'Edit') },
      { path: `components/${model}Form.vue`, text: formText(subject) },
    ]
  },
  mail: (name) => ({ path: `mails/${name}.vue`, text: vueMailText(name) }),
  single: (name, layout) => ({ path: `pages/${name}.vue`, text: singleText(name, layout) }),
}

function indexText(subject: Subject, layout: ResourceLayout): string {
  const { model, singular, plural, path, label, labels, file } = subject.names
  const head = layout === 'none' ? 'Head, ' : ''
  return `<script setup lang="ts">
import { ${head}Link, router } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import { route } from 'tenon/client'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}
defineProps<{ ${plural}: Wire<${model}>[] }>()
</script>

<template>
${open(layout, capitalize(labels))}
    <p>
      <Link :href="route('${path}.create')" class="button primary">New ${label}</Link>
    </p>
    <p v-if="${plural}.length === 0">There are no ${labels} yet.</p>
    <div v-else class="card">
      <ul class="rows">
        <li v-for="${singular} in ${plural}" :key="${singular}.id">
          <Link :href="route('${path}.edit', { ${singular}: ${singular}.id })">{{ ${toTitle(subject)} }}</Link>
          <button
            type="button"
            class="button danger"
            @click="router.delete(route('${path}.destroy', { ${singular}: ${singular}.id }))"
          >
            Delete
          </button>
        </li>
      </ul>
    </div>
${close(layout)}
</template>
`
}

function formPageText({ names }: Subject, layout: ResourceLayout, page: 'Create' | 'Edit'): string {
  const { model, singular, file, label } = names
  const title = page === 'Create' ? `New ${label}` : `Edit ${label}`
  const head = layout === 'none' ? `import { Head } from '@inertiajs/vue3'\n` : ''
  return `<script setup lang="ts">
${head}import type { Wire } from 'tenon'
import type { ${model} } from '../../../app/models/${file}.ts'
${layoutImport(layout, '../../')}import ${model}Form from '../../components/${model}Form.vue'

defineProps<{ ${singular}: Wire<${model}> | null }>()
</script>

<template>
${open(layout, title)}
    <${model}Form :${toAttribute(singular)}="${singular}" label="${page === 'Create' ? 'Create' : 'Save'}" />
${close(layout)}
</template>
`
}

function formText({ names, fields }: Subject): string {
  const { model, singular, file, path } = names
  const initial = fields.map((field) => `  ${field.name}: ${toInitial(field, singular)},\n`)
  return `<script setup lang="ts">
import { Link, useForm } from '@inertiajs/vue3'
import type { Wire } from 'tenon'
import { action, route, type RouteFields } from 'tenon/client'
import type { ${model} } from '../../app/models/${file}.ts'

const { ${singular}, label } = defineProps<{ ${singular}: Wire<${model}> | null; label: string }>()
const target =
  ${singular} === null
    ? action('${path}.store')
    : action('${path}.update', { ${singular}: ${singular}.id })
const form = useForm<RouteFields<'${path}.store'>>(target, {${initial.length === 0 ? '' : `\n${initial.join('')}`}})
</script>

<template>
  <form class="card form" novalidate @submit.prevent="form.submit()">
${fields.map(controlText).join('')}    <div class="actions">
      <button class="button primary" :disabled="form.processing">{{ label }}</button>
      <Link :href="route('${path}.index')" class="button">Cancel</Link>
    </div>
  </form>
</template>
`
}

function controlText(field: Field): string {
  const { name } = field
  const control = toControl(field)
  const lines = valueLines(field).map((line) => `        ${line}\n`)
  const [tag, end] = toElement(field)
  return `    <div class="field">
      <label for="${name}">${toLabel(name)}${control.kind === 'datetime' ? ' (UTC)' : ''}</label>
      <${tag}
        id="${name}"
${lines.join('')}        :aria-invalid="form.errors.${name} !== undefined"
        :aria-describedby="form.errors.${name} === undefined ? undefined : '${name}-error'"
      ${end}
      <p v-if="form.errors.${name}" id="${name}-error" class="error" role="alert">
        {{ form.errors.${name} }}
      </p>
    </div>
`
}

function toElement(field: Field): readonly [tag: string, end: string] {
  const { kind } = toControl(field)
  if (kind === 'choice') return ['select', `>\n${optionsText(field)}      </select>`]
  return kind === 'json' ? ['textarea', '></textarea>'] : ['input', '/>']
}

function optionsText({ isNullable, values = [] }: Field): string {
  const options = values.map((value) => `        <option value="${value}">${value}</option>\n`)
  return [...(isNullable ? ['        <option :value="null"></option>\n'] : []), ...options].join('')
}

function valueLines(field: Field): readonly string[] {
  const { name, isNullable } = field
  const control = toControl(field)
  switch (control.kind) {
    case 'choice':
      return [`v-model="form.${name}"`]
    case 'json':
      return ['rows="6"', 'spellcheck="false"', ...textLines(field, 'HTMLTextAreaElement')]
    case 'text':
      return [
        ...(control.inputMode === undefined ? [] : [`inputmode="${control.inputMode}"`]),
        ...(control.type === undefined ? [] : [`type="${control.type}"`]),
        ...textLines(field, 'HTMLInputElement'),
      ]
    case 'number':
      return [
        'type="number"',
        ...(control.step === undefined ? [] : [`step="${control.step}"`]),
        `v-model.number="form.${name}"`,
      ]
    case 'checkbox':
      return ['type="checkbox"', `v-model="form.${name}"`]
    case 'datetime': {
      const value = '($event.target as HTMLInputElement).value'
      const empty = isNullable ? `${value} === '' ? null : ` : ''
      return [
        'type="datetime-local"',
        `:value="form.${name}${isNullable ? '?' : ''}.slice(0, 16)"`,
        `@input="form.${name} = ${empty}\`\${${value}}:00Z\`"`,
      ]
    }
    default:
      return unreachable(control)
  }
}

function textLines({ name, isNullable }: Field, element: string): readonly string[] {
  if (!isNullable) return [`v-model="form.${name}"`]
  return [
    `:value="form.${name}"`,
    `@input="form.${name} = ($event.target as ${element}).value || null"`,
  ]
}

function singleText(name: string, layout: Layout): string {
  const title = toHeading(name)
  const imports =
    layout === 'none'
      ? `import { Head } from '@inertiajs/vue3'\n`
      : layoutImport(layout, toResources(name))
  return `<script setup lang="ts">
${imports}</script>

<template>
${open(layout, title)}
    <p>${title}</p>
${close(layout)}
</template>
`
}

function layoutImport(layout: ResourceLayout, resources: string): string {
  return layout === 'none' ? '' : `import AppLayout from '${resources}components/AppLayout.vue'\n`
}

function open(layout: ResourceLayout, title: string): string {
  if (layout !== 'none') return `  <AppLayout title="${title}">`
  return `  <main>\n    <Head title="${title}" />\n    <h1>${title}</h1>`
}

function close(layout: ResourceLayout): string {
  return layout === 'none' ? '  </main>' : '  </AppLayout>'
}
