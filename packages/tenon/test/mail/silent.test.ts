import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { PermanentFailure } from '../../src/jobs.ts'
import { createTransport, type MailLimits } from '../../src/work/smtp/transport.ts'
import { message } from './message.ts'
import { keepBusy } from '../support/keep-busy.ts'

const patient: MailLimits = { connectMs: 60_000, progressMs: 60_000, mailMs: 60_000 }

/** Starts a mail server that treats each connection in its own way, and sends it a mail. */
async function sendTo(serve: (socket: Socket) => void, limits: Partial<MailLimits>): Promise<void> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    using transport = await createTransport(`smtp://127.0.0.1:${port}`, { ...patient, ...limits })
    await transport.send(message)
  } finally {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
}

const mayTryAgain = (error: unknown) =>
  error instanceof Error && !(error instanceof PermanentFailure)

describe('a mail server', { timeout: 30_000 }, () => {
  it('that never greets is given up', async () => {
    await assert.rejects(
      sendTo(() => {}, { connectMs: 300 }),
      mayTryAgain,
    )
  })

  it('that falls silent is given up', async () => {
    await assert.rejects(
      sendTo((socket) => socket.write('220 here\r\n'), { progressMs: 300 }),
      mayTryAgain,
    )
  })

  it('that answers while this process is busy is not blamed', async () => {
    const greet = (socket: Socket): void => {
      socket.write('220 here\r\n')
      keepBusy(600)
    }

    // Afterwards either limit may be the one that passes: that of the greeting, or of the next line.
    await assert.rejects(
      sendTo(greet, { connectMs: 300, progressMs: 300 }),
      /This process was busy for \d+ ms/,
    )
  })

  it('that always says a little is given up', async () => {
    const drip = async (socket: Socket): Promise<void> => {
      socket.write('220 here\r\n')
      await once(socket, 'data')
      while (socket.write('250-and more\r\n')) await delay(50) // time: it is slow, but never silent
    }

    await assert.rejects(
      sendTo((socket) => void drip(socket), { progressMs: 1000, mailMs: 2000 }),
      mayTryAgain,
    )
  })
})
