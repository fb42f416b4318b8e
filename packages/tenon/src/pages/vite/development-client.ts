import { findPackageJSON } from 'node:module'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { browserErrorEvent, errorPageEvent } from './errors/browser-errors.ts'
import { connectedEvent, stateEvent, stateName, updatedEvent } from './changes/freshness.ts'

/** The id of the module that keeps open documents up to date. */
export const developmentClientId = 'virtual:tenon/development'

/** The response header that names the path of a stored error page. */
export const errorHeader = 'x-tenon-error'

const adapters = ['@inertiajs/react', '@inertiajs/vue3', '@inertiajs/svelte']

/** What pages import that may be the first to need it, such as those of a new resource. */
const doors = ['tenon/client', 'tenon/languages']

/** Supplies the module that keeps open documents up to date. `ownFile` is a file of the package in use. */
export function developmentClient(root: string, ownFile = import.meta.filename): Plugin {
  const adapter = adapters.find((name) => isInstalled(root, name))
  // Vite serves the files of a linked package one by one.
  const bundled = ownFile.includes(`${sep}node_modules${sep}`) ? doors : []
  return {
    name: 'tenon:development-client',
    // Vite scans files for dependencies when it starts, and this module is none. A dependency that is found later makes
    // Vite load open pages again: what was typed into them is lost, and the answer of a form.
    config: () =>
      adapter === undefined ? {} : { optimizeDeps: { include: [adapter, ...bundled] } },
    resolveId: (id) => (id === developmentClientId ? resolvedId : undefined),
    load(id) {
      if (id !== resolvedId) return undefined
      const refresh =
        adapter === undefined ? 'const refresh = () => location.reload()\n' : toSource(adapter)
      return refresh + listening
    },
  }
}

function isInstalled(root: string, name: string): boolean {
  try {
    return findPackageJSON(name, pathToFileURL(join(root, 'main.ts'))) !== undefined
  } catch {
    return false
  }
}

// The leading NUL tells other plugins that there is no such file.
const resolvedId = `\0${developmentClientId}`

/**
 * The module's source. A page reloads its props and keeps its state; other documents are reloaded.
 *
 * A failed visit or component shows the error page in a frame with a URL. A frame with written content
 * would have the policy of the surrounding document, which forbids the error page's styles.
 */
function toSource(adapter: string): string {
  return `import { router } from '${adapter}'

const isPage = document.querySelector('script[data-page]') !== null
// A reload of the router throws before it has its first page.
let isStarted = false
router.on('navigate', () => (isStarted = true))
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
  Object.assign(dialog.style, { width: '94vw', height: '92vh', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0', margin: 'auto' })
  dialog.append(frame)
  dialog.addEventListener('click', (event) => event.target === dialog && close())
  document.body.append(dialog)
  dialog.showModal()
}

function refresh() {
  close()
  if (isPage && isStarted) router.reload()
  else location.reload()
}

if (isPage) router.on('httpException', (event) => {
  const path = event.detail.response.headers['${errorHeader}']
  if (path === undefined) return
  event.preventDefault()
  show(path)
})

import.meta.hot.on('${errorPageEvent}', show)
import.meta.hot.on('vite:beforeUpdate', close)
// A browser does not load a module again that has failed, and Vite loads the document again only for its first update.
import.meta.hot.on('vite:afterUpdate', () => {
  if (isPage && document.getElementById('app')?.childElementCount === 0) location.reload()
})
`
}

/**
 * The end of both modules: sends the state from which the document was rendered, and follows the server.
 *
 * Once the server is gone, Vite waits for it in a shared worker that it makes from a blob, which the policy of the
 * document forbids. A browser without shared workers waits in the document.
 */
const listening = `
function report(error) {
  const { name, message, stack = '' } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  import.meta.hot.send('${browserErrorEvent}', { name, message, stack, url: location.href })
}
addEventListener('error', (event) => event.error && report(event.error))
addEventListener('unhandledrejection', (event) => report(event.reason))
import.meta.hot.on('${stateEvent}', refresh)
import.meta.hot.on('vite:ws:disconnect', () => (globalThis.SharedWorker = undefined))
import.meta.hot.on('vite:afterUpdate', () => import.meta.hot.send('${updatedEvent}'))
import.meta.hot.send('${connectedEvent}', document.querySelector('meta[name=${stateName}]').content)
`
