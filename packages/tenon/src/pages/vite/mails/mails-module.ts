import { join } from 'node:path'
import type { Plugin } from 'vite'
import { findMailFiles } from '../../mails/mail-files.ts'
import type { MailFramework } from '../../mails/mail-name.ts'

/** The module that exports an application's mails, as `MailModules`. */
export const suppliedMails = 'virtual:tenon/mails'

/** The module that exports a function that renders the mails. */
export const suppliedMailRenderer = 'virtual:tenon/mail-renderer'

/** Supplies both modules. */
export function mailsModule(root: string): Plugin {
  return {
    name: 'tenon:mails',
    resolveId: (id) =>
      id === suppliedMails || id === suppliedMailRenderer ? `\0${id}` : undefined,
    load(id) {
      // The leading NUL tells other plugins that there is no such file.
      if (id === `\0${suppliedMails}`) return toMails(root)
      return id === `\0${suppliedMailRenderer}` ? renderer : undefined
    },
  }
}

function toMails(root: string): string {
  const frameworks = new Set((findMailFiles(root) ?? []).map(({ framework }) => framework))
  return (
    [...frameworks].map((framework) => renderers[framework]).join('') +
    `export default {\n` +
    `  files: import.meta.glob('/resources/mails/**/*.{tsx,jsx,vue,svelte}'),\n` +
    `  renderers: { ${[...frameworks].join(', ')} },\n}\n`
  )
}

/**
 * How each framework renders markup that is not hydrated. React waits for suspended components: those of React Email
 * suspend while they compute their styles.
 */
const renderers: Readonly<Record<MailFramework, string>> = {
  react:
    `import { createElement } from 'react'\n` +
    `import { prerender } from 'react-dom/static'\n` +
    `const react = async (component, props) => {\n` +
    `  const failed = []\n` +
    `  const onError = (error) => void failed.push(error)\n` +
    `  const { prelude } = await prerender(createElement(component, props), { onError })\n` +
    `  if (failed.length > 0) throw failed[0]\n` +
    `  return new Response(prelude).text()\n` +
    `}\n`,
  vue:
    `import { createSSRApp } from 'vue'\n` +
    `import { renderToString } from 'vue/server-renderer'\n` +
    `const vue = (component, props) => renderToString(createSSRApp(component, props))\n`,
  svelte:
    `import { render } from 'svelte/server'\n` +
    `const svelte = async (component, props) => {\n` +
    `  const { head, body } = await render(component, { props })\n` +
    `  return '<html><head>' + head + '</head><body>' + body + '</body></html>'\n` +
    `}\n`,
}

const extension = import.meta.filename.endsWith('.ts') ? 'ts' : 'js'
const rendererModule = join(import.meta.dirname, `../../mails/create-mail-renderer.${extension}`)

const renderer =
  `import mails from '${suppliedMails}'\n` +
  `import { createMailRenderer } from ${JSON.stringify(rendererModule)}\n` +
  `export default createMailRenderer(mails)\n`
