import { exitCode, type Command } from '../../../base/console/command.ts'
import { toTable } from '../../../base/console/table.ts'
import type { Listener } from '../../../work/events/listener.ts'
import type { CommandContext } from '../../runtime/command-context.ts'

export const listEvents: Command<CommandContext> = {
  name: 'events',
  summary: 'List who listens to which event',
  options: { json: { type: 'boolean', summary: 'Print JSON' } },
  run({ application: { listeners: declared = [] } }, call) {
    const listeners = declared.map(({ event, kind, name }) => ({ event: event.name, kind, name }))
    if (call.has('json')) call.print(JSON.stringify(listeners, null, 2))
    else if (listeners.length === 0) call.print('Nobody listens to any event.')
    else call.print(toTable(['EVENT', 'LISTENER', 'RUNS'], listeners.map(toRow)))
    return Promise.resolve(exitCode.ok)
  },
}

function toRow({
  event,
  kind,
  name,
}: Pick<Listener, 'kind' | 'name'> & { readonly event: string }) {
  return [event, name, runs[kind]]
}

const runs: Readonly<Record<Listener['kind'], string>> = {
  function: 'after the commit',
  'function of every process': 'after the commit, in every process',
  job: 'as a job',
}
