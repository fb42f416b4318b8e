import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICKS_PER_SECOND = 100

/** The CPU seconds that a process and its children have used, including children that have ended. */
export function serverSeconds(pid: number | undefined): number {
  if (pid === undefined) return 0
  for (;;) {
    const before = readStats()
    const ours = [...before].filter(([id, { parent }]) => id === pid || parent === pid)
    const alive = ours.reduce((sum, [id]) => sum + readSeconds(id), 0)
    const ended = before.get(pid)?.endedTicks ?? 0
    // A child that ended in between would be missing, or count twice.
    const hasChanged = readStat(String(pid))?.endedTicks !== before.get(pid)?.endedTicks
    if (!hasChanged) return alive + ended / TICKS_PER_SECOND
  }
}

interface Stat {
  readonly parent: number
  /** The CPU ticks of its children that have ended. */
  readonly endedTicks: number
}

function readStats(): ReadonlyMap<number, Stat> {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    all.flatMap((id) => {
      const stat = readStat(id)
      return stat === undefined ? [] : [[Number(id), stat] as const]
    }),
  )
}

function readStat(id: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (index: number): number => Number(fields[index])
    return { parent: at(1), endedTicks: at(13) + at(14) }
  } catch {
    return undefined // it has ended in the meantime
  }
}

/** The CPU seconds of the threads of a process. The ticks of its `stat` are too coarse for this. */
function readSeconds(id: number): number {
  try {
    const tasks = `/proc/${id}/task`
    return readdirSync(tasks).reduce((sum, task) => {
      const nanos = readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]
      return sum + Number(nanos) / 1e9
    }, 0)
  } catch {
    return 0
  }
}
