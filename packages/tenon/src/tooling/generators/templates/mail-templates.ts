/** The last part of a mail's name: what its component and its subject are called. */
function toTitle(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** `resources/mails/Invoice.tsx` */
export function reactMailText(name: string): string {
  const title = toTitle(name)
  return `interface ${title}Props {
  readonly name: string
}

export const subject = '${title}'

export const sample: ${title}Props = { name: 'Ada' }

export default function ${title}({ name }: ${title}Props) {
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
export const subject = '${toTitle(name)}'
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
  export const subject = '${toTitle(name)}'
  export const sample = { name: 'Ada' }
</script>

<script lang="ts">
  let { name }: { name: string } = $props()
</script>

<p>Hello {name}</p>
`
}
