/** Preloaded with `--import`: gives programs that call the API of TypeScript its version 6, which has one. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-6' : specifier, context),
})
