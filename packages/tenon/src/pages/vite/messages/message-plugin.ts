import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { compileModule } from './compile-module.ts'
import { findMessages, languagesDoor } from './find-messages.ts'

/**
 * Compiles the texts of messages, so that browsers need no parser and servers do not parse texts when they
 * start. For browsers, each module that imports messages by name also gets a copy of these messages, so that a
 * page contains only the messages that it uses.
 */
export function messagePlugin(): Plugin {
  const known = new Map<string, ReadonlyMap<string, string> | undefined>()
  const loadOnce = (file: string): ReadonlyMap<string, string> | undefined => {
    if (!known.has(file)) known.set(file, findMessages(file, readFileSync(file, 'utf8')))
    return known.get(file)
  }
  return {
    name: 'tenon:messages',
    apply: 'build',
    buildStart: () => known.clear(),
    transform: {
      // Run after the frameworks have turned components into plain modules.
      order: 'post',
      filter: { id: { exclude: [/\/node_modules\//, noFile] }, code: /\bimport\b/ },
      async handler(code, id) {
        const isCopied = this.environment.config.consumer === 'client'
        if (!isCopied && !code.includes(languagesDoor)) return undefined
        const compiled = await compileModule(code, async (source) => {
          if (!isCopied || !isOwn.test(source)) return undefined
          const file = (await this.resolve(source, id))?.id.replace(/\?.*$/s, '') ?? ''
          return isModule.test(file) ? loadOnce(file) : undefined
        })
        return compiled === undefined ? undefined : { code: compiled, map: null }
      },
    },
  }
}

/** Ids of modules that are not files start with a NUL. */
// oxlint-disable-next-line no-control-regex -- that is the mark
const noFile = /^\0/
/** Paths, and aliases of paths that bundlers are configured with. */
const isOwn = /^[./~@#]/
const isModule = /^(?!.*\/node_modules\/).*\.[cm]?[jt]s$/
