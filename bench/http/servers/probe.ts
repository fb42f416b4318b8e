/**
 * Loaded before each server. Answers the comparison's queries about this process from its own
 * counters, and profiles it on request.
 */
import type { Session } from 'node:inspector/promises'

let session: Session | undefined

process.on('message', (message) => {
  switch (message) {
    case 'usage':
      return tellUsage()
    case 'profile':
      return void startProfile()
    case 'end profile':
      return void endProfile()
  }
})
// The channel must not keep a process alive that has nothing else to do.
process.channel?.unref()

function tellUsage(): void {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, residentBytes: process.memoryUsage.rss() })
}

async function startProfile(): Promise<void> {
  const inspector = await import('node:inspector/promises')
  session = new inspector.Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  process.send?.('profiling')
}

async function endProfile(): Promise<void> {
  process.send?.(await session?.post('Profiler.stop'))
}
