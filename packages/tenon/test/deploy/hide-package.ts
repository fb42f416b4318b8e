// Preload this to make a process fail to find the package that HIDDEN_PACKAGE names.
import { registerHooks } from 'node:module'

const hidden = process.env['HIDDEN_PACKAGE']

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier !== hidden) return nextResolve(specifier, context)
    try {
      return nextResolve('package-that-is-not-installed', context)
    } catch (error) {
      if (error instanceof Error) error.message = `Cannot find package '${specifier}'`
      throw error
    }
  },
})
