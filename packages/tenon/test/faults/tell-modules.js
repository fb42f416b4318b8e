/** Preloaded by a test: tells every module that the process has loaded once it gets SIGUSR2. */
import { registerHooks } from 'node:module'

const loaded = new Set()
registerHooks({
  load: (url, context, next) => {
    loaded.add(url)
    return next(url, context)
  },
})
process.on('SIGUSR2', () => {
  const builtIn = process.moduleLoadList
    .filter((name) => name.startsWith('NativeModule '))
    .map((name) => name.replace('NativeModule ', 'node:'))
  process.stdout.write(`MODULES ${JSON.stringify([...builtIn, ...loaded])}\n`)
})
