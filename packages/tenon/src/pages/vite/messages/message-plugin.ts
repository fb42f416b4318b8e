import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { compileModule } from './compile-module.ts'
import { findMessages, languagesDoor } from './find-messages.ts'

/**
 * Prepares messages. Their texts are compiled, so that no parser is sent to browsers and no server parses
 * them at its start. For browsers, each module that imports messages by name also gets a copy of those, so
 * that a page carries its own and no others.
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
      // Frameworks have turned their components into plain modules by then.
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
/** Paths, and what configurations of bundlers make of them. */
const isOwn = /^[./~@#]/
const isModule = /^(?!.*\/node_modules\/).*\.[cm]?[jt]s$/
