import type { Contender } from './contender.ts'

export const contenders: readonly Contender[] = [
  { name: 'Tenon', file: 'tenon.ts', package: '../../packages/tenon' },
  { name: 'node:http', file: 'node.ts' },
  {
    name: 'node:http, same headers',
    file: 'node.ts',
    environment: { SECURITY_HEADERS: '1' },
  },
  { name: 'Fastify', file: 'fastify.ts', package: 'fastify' },
]
