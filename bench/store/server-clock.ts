import { Redis } from 'ioredis'

/** Reports how much CPU time the server has used, in microseconds. */
export interface ServerClock {
  read(): Promise<number>
  close(): void
}

export async function createServerClock(url: string | undefined): Promise<ServerClock> {
  if (url === undefined) return { read: async () => 0, close() {} }
  const client = new Redis(url)
  return {
    async read() {
      const text = await client.info('cpu')
      const seconds = [...text.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)]
      return seconds.reduce((sum, [, value]) => sum + Number(value), 0) * 1e6
    },
    close: () => client.disconnect(),
  }
}
