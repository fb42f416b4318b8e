import { toHeading } from './names.ts'

/** `resources/mails/Invoice.tsx` */
export function reactMailText(name: string): string {
  const component = name.slice(name.lastIndexOf('/') + 1)
  return `interface ${component}Props {
  readonly name: string
}

export const subject = '${toHeading(name)}'

export const sample: ${component}Props = { name: 'Ada' }

export default function ${component}({ name }: ${component}Props) {
  return (
    <html lang="en">
      <body>
        <p>Hello {name}</p>
      </body>
    </html>
  )
}
`
}

/** `resources/mails/Invoice.vue` */
export function vueMailText(name: string): string {
  return `<script lang="ts">
export const subject = '${toHeading(name)}'
export const sample = { name: 'Ada' }
</script>

<script setup lang="ts">
defineProps<{ name: string }>()
</script>

<template>
  <p>Hello {{ name }}</p>
</template>
`
}

/** `resources/mails/Invoice.svelte` */
export function svelteMailText(name: string): string {
  return `<script module lang="ts">
  export const subject = '${toHeading(name)}'
  export const sample = { name: 'Ada' }
</script>

<script lang="ts">
  let { name }: { name: string } = $props()
</script>

<p>Hello {name}</p>
`
}
