import compile from 'icu-minify/compile'
import { SetupError } from '../support/setup-error.ts'
import type { CompiledText } from './compiled-message.ts'

/**
 * Compiles a text with ICU syntax for `compiledMessage`. Throws `E_MESSAGE_TEXT` for invalid syntax and for tags.
 */
export function compileText(text: string): CompiledText {
  if (!/[{<']/.test(text)) return text
  try {
    return resolveStyles(compile(text), text)
  } catch (cause) {
    if (cause instanceof SetupError) throw cause
    throw toTextError(text, `its ICU syntax is wrong (${toReason(cause)})`, cause)
  }
}

/** Replaces named styles by options of `Intl`, so that the browser needs no table of styles. */
function resolveStyles(compiled: unknown, text: string): CompiledText {
  if (!Array.isArray(compiled)) return String(compiled)
  return compiled.map((node: unknown) => toNode(node, text))
}

// A node is text, `0` for `#`, or [argument, kind, options or style]. The kind of a tag is not a number.
function toNode(node: unknown, text: string): unknown {
  if (!Array.isArray(node)) return node
  const [name, kind, detail]: readonly unknown[] = node
  if (node.length === 1) return node
  if (typeof kind !== 'number') {
    throw toTextError(
      text,
      `it has the tag <${String(name)}>. Make one message of each part instead`,
    )
  }
  if (branching.has(kind)) return [name, kind, toBranches(detail, text)]
  return [name, kind, toStyle(kind, detail, text)]
}

/** The branches have no prototype: a client may send the value that selects one, for example `constructor`. */
function toBranches(options: unknown, text: string): object {
  const branches: Record<string, unknown> = Object.create(null)
  for (const [name, branch] of Object.entries(options ?? {})) {
    branches[name] = Array.isArray(branch) ? branch.map((node) => toNode(node, text)) : branch
  }
  return branches
}

function toStyle(kind: number, style: unknown, text: string): unknown {
  const named = styles[kind]
  if (named === undefined || (typeof style === 'object' && style !== null)) return style
  const name = typeof style === 'string' ? style : 'default'
  const found = Object.hasOwn(named, name) ? named[name] : undefined
  if (found !== undefined) return found
  throw toTextError(text, `there is no style "${name}". There are ${Object.keys(named).join(', ')}`)
}

const select = 1
const plural = 2
const ordinal = 3
const branching: ReadonlySet<number> = new Set([select, plural, ordinal])

type Style = Intl.NumberFormatOptions | Intl.DateTimeFormatOptions

// oxfmt-ignore
const styles: Readonly<Record<number, Readonly<Record<string, Style>>>> = {
  4: { default: {}, integer: { maximumFractionDigits: 0 }, percent: { style: 'percent' } },
  5: { default: { dateStyle: 'medium' }, short: { dateStyle: 'short' }, medium: { dateStyle: 'medium' }, long: { dateStyle: 'long' }, full: { dateStyle: 'full' } },
  6: { default: { timeStyle: 'short' }, short: { timeStyle: 'short' }, medium: { timeStyle: 'medium' }, long: { timeStyle: 'long' }, full: { timeStyle: 'full' } },
}

function toReason(cause: unknown): string {
  return cause instanceof Error ? cause.message.toLowerCase().replaceAll('_', ' ') : String(cause)
}

function toTextError(text: string, problem: string, cause?: unknown): SetupError {
  return new SetupError(
    'E_MESSAGE_TEXT',
    `The text "${text}" of a message is not valid: ${problem}.`,
    {
      cause,
    },
  )
}
