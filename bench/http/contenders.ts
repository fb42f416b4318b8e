import type { Contender, Runtime } from './contender.ts'

export const bun: Runtime = { name: 'Bun', package: '@oven/bun-linux-x64', program: 'bin/bun' }

export const contenders: readonly Contender[] = [
  { name: 'Tenon', file: 'tenon.ts', package: '../../packages/tenon' },
  {
    name: 'Tenon, `SERVER_ENGINE=node`',
    file: 'tenon.ts',
    package: '../../packages/tenon',
    environment: { SERVER_ENGINE: 'node' },
  },
  { name: 'node:http', file: 'node.ts' },
  {
    name: 'node:http, same headers',
    file: 'node.ts',
    environment: { SECURITY_HEADERS: '1' },
  },
  { name: 'sockets alone, no HTTP', file: 'sockets.ts', isFloor: true },
  { name: 'sockets, HTTP by hand', file: 'sockets-http.ts', isFloor: true },
  { name: 'Fastify', file: 'fastify.ts', package: 'fastify' },
  { name: 'Hono', file: 'hono.ts', package: 'hono' },
  { name: 'h3', file: 'h3.ts', package: 'h3' },
  { name: 'Koa', file: 'koa.ts', package: 'koa' },
  { name: 'Express', file: 'express.ts', package: 'express' },
  { name: 'NestJS', file: 'nest.ts', package: '@nestjs/core' },
  { name: 'AdonisJS', file: 'adonis.ts', package: '@adonisjs/core' },
  { name: 'Bun with Elysia', file: 'bun-elysia.ts', package: 'elysia', runtime: bun },
  { name: 'Bun with Hono', file: 'bun-hono.ts', package: 'hono', runtime: bun },
]
