/**
 * Loaded before each server: answers the comparison's questions about this process from its own
 * counters.
 */
process.on('message', (message) => {
  if (message === 'stop') process.exit()
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, residentBytes: process.memoryUsage.rss() })
})
// The question does not keep a process alive that has nothing else to do.
process.channel?.unref()
