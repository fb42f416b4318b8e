import { join } from 'node:path'
import type { Plugin } from 'vite'
import { askEvent, stateEvent, stateName } from './freshness.ts'

/** The id of the module that keeps open documents up to date. */
export const developmentClientId = 'virtual:tenon/development'

/** The response header that names where the page of an error is kept. */
export const errorHeader = 'x-tenon-error'

const adapters = ['@inertiajs/react', '@inertiajs/vue3', '@inertiajs/svelte']

/** Supplies the module that keeps open documents up to date. */
export function developmentClient(root: string): Plugin {
  return {
    name: 'tenon:development-client',
    resolveId: (id) => (id === developmentClientId ? resolvedId : undefined),
    async load(id) {
      if (id !== resolvedId) return undefined
      for (const adapter of adapters) {
        if (await this.resolve(adapter, join(root, 'main.ts'))) return toSource(adapter) + listening
      }
      return `const refresh = () => location.reload()\n${listening}`
    },
  }
}

// The leading NUL tells other plugins that there is no such file.
const resolvedId = `\0${developmentClientId}`

/**
 * A page fetches its props again and keeps its state; a document that is no page is loaded again.
 * A visit that failed shows the error's page in a frame: by its address, since a frame that is
 * written into has the policy of the document around it, which forbids the page's own styles.
 */
function toSource(adapter: string): string {
  return `import { router } from '${adapter}'

const isPage = document.querySelector('script[data-page]') !== null
let dialog

function close() {
  dialog?.remove()
  dialog = undefined
}

function show(path) {
  close()
  const frame = document.createElement('iframe')
  frame.src = path
  frame.title = 'Error'
  Object.assign(frame.style, { width: '100%', height: '100%', border: '0' })
  dialog = document.createElement('dialog')
  dialog.id = 'tenon-error'
  Object.assign(dialog.style, { width: '94vw', height: '92vh', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0' })
  dialog.append(frame)
  dialog.addEventListener('click', (event) => event.target === dialog && close())
  document.body.append(dialog)
  dialog.showModal()
}

function refresh() {
  close()
  if (isPage) router.reload()
  else location.reload()
}

if (isPage) router.on('httpException', (event) => {
  const path = event.detail.response.headers['${errorHeader}']
  if (path === undefined) return
  event.preventDefault()
  show(path)
})
`
}

/** The last lines of either module: they refresh the document when its state is not the server's. */
const listening = `
let state = document.querySelector('meta[name=${stateName}]')?.content
import.meta.hot.on('${stateEvent}', (current) => {
  if (state === current) return
  state = current
  refresh()
})
import.meta.hot.send('${askEvent}')
`
