import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** The CPU seconds that a process and its children have used, also those that have ended. */
export function serverSeconds(pid: number | undefined): number {
  if (pid === undefined) return 0
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const stats = new Map(all.map((id) => [id, readStat(id)]))
  const isOurs = (id: number): boolean => id === pid || stats.get(id)?.parent === pid
  const ours = all.filter(isOurs).map((id) => stats.get(id)?.ticks ?? 0)
  const ended = stats.get(pid)?.endedTicks ?? 0
  return (ours.reduce((sum, ticks) => sum + ticks, 0) + ended) / TICKS_PER_SECOND
}

interface Stat {
  readonly parent: number
  readonly ticks: number
  readonly endedTicks: number
}

function readStat(id: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (index: number): number => fields[index] ?? 0
    return { parent: at(1), ticks: at(11) + at(12), endedTicks: at(13) + at(14) }
  } catch {
    return undefined // it has ended in the meantime
  }
}
