import { textLiteral } from '../../../data/columns/text-literal.ts'
import { readObject } from '../model-entries.ts'

/**
 * The default that the calls after a column declare, as a literal of the value that a form sends; `undefined` if there is
 * none, or none that can be read.
 */
export function readPreset(kind: string, chain: string): string | undefined {
  const given = readDefault(chain)
  return given === undefined ? undefined : toSentLiteral(kind, given)
}

/** The argument of `.default()`. */
function readDefault(chain: string): string | undefined {
  const call = '.default('
  const start = chain.indexOf(call)
  if (start === -1) return undefined
  const { close } = readObject(chain, start + call.length)
  return chain
    .slice(start + call.length, close)
    .trim()
    .replace(/,$/, '')
}

/** A form sends a big integer as digits, a moment as text and JSON as text. */
function toSentLiteral(kind: string, given: string): string | undefined {
  switch (kind) {
    case 'boolean':
      return /^(?:true|false)$/.exec(given)?.[0]
    case 'integer':
    case 'real':
      return /^-?[\d_]+(?:\.\d+)?$/.exec(given)?.[0]
    case 'bigint':
      return quoted(/^(-?\d+)n$/.exec(given)?.[1])
    case 'timestamp':
      return new RegExp(`^new Date\\((${TEXT})\\)$`).exec(given)?.[1]
    case 'json':
      return isJson(given) ? quoted(given) : undefined
    default:
      return new RegExp(`^${TEXT}$`).exec(given)?.[0]
  }
}

/** A text in either kind of quotes. */
const TEXT = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`

function quoted(text: string | undefined): string | undefined {
  return text === undefined ? undefined : textLiteral(text)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Code that is not JSON, such as a constant, is not read.
    return false
  }
}
