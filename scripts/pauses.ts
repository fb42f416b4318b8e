/**
 * Lists the lines of a test that wait for a fixed time, which is too short on a busy machine and too long
 * on a quiet one. A comment `// time: why`, on the line or above it, allows a wait in a test about time.
 */
export function findPauses(path: string, source: string): string[] {
  const pause = toPattern(source)
  const lines = source.split('\n')
  return lines.flatMap((line, i) => {
    const isExcused = line.includes(excuse) || lines[i - 1]?.trimStart().startsWith(excuse)
    if (isExcused === true || !pause.test(line)) return []
    return `${path}:${i + 1}: waits for a fixed time. Wait for a condition with until(), or say why: ${excuse}…`
  })
}

const excuse = '// time: '

/** Other ways to wait than `setTimeout` of `node:timers/promises`, which a file may import under any name. */
const otherPauses = [
  String.raw`new Promise[^(]*\(\(?(\w+)\)? =>[^(]*setTimeout\(`,
  String.raw`\bAtomics\.wait\(`,
  String.raw`\bscheduler\.wait\(`,
  String.raw`(?<!\.)\bsleep\(\d`,
]

function toPattern(source: string): RegExp {
  const [, imported = ''] = /import \{([^}]*)\} from 'node:timers\/promises'/.exec(source) ?? []
  const [timer, name = 'setTimeout'] = /\bsetTimeout\b(?: as (\w+))?/.exec(imported) ?? []
  const own = timer === undefined ? [] : [String.raw`(?<!\.)\b${name}\(`]
  return new RegExp([...own, ...otherPauses].join('|'))
}
