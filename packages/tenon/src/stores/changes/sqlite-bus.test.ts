import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createLog } from '../../base/log/create-log.ts'
import { until } from '../../../test/support/until.ts'
import { SqliteBus } from './sqlite-bus.ts'

describe('SqliteBus', () => {
  it('listens as soon as its file can be opened', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sqlite-bus-'))
    await using cleaning = new AsyncDisposableStack()
    cleaning.defer(() => rm(folder, { recursive: true }))
    const blocker = join(folder, 'app-live.sqlite')
    await mkdir(blocker)
    const warnings: string[] = []
    const log = createLog({
      level: 'warn',
      format: 'json',
      destination: { write: (line) => warnings.push(line) },
    })
    const bus = cleaning.use(new SqliteBus(join(folder, 'app.sqlite'), log))
    const heard: (string | undefined)[] = []
    cleaning.use(bus.listen((text) => void heard.push(text)))
    await until(() => warnings.length > 0)

    await rm(blocker, { recursive: true })
    await until(() => heard.length > 0)
    bus.send('a change')
    await until(() => heard.length > 1)

    assert.deepEqual([heard, warnings.length], [[undefined, 'a change'], 1])
  })
})
