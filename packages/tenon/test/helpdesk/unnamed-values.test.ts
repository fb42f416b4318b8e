import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { createServer, type ViteDevServer } from 'vite'

const root = join(import.meta.dirname, '../../../../examples/helpdesk')

// Not imported: React's types declare the elements of documents, which other tests have from elsewhere.
const require = createRequire(import.meta.url)
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')

const suppliedRoutes = join(import.meta.dirname, '../../src/pages/client/supplied-routes.ts')

/** The routes of the links and forms of these components. */
const routes = {
  'members.update': 'PUT /members',
  'invitations.destroy': 'DELETE /invitations',
  'tokens.destroy': 'DELETE /tokens',
  'tickets.show': '/tickets',
}

const now = new Date().toISOString()
const team = { id: 1 }
const member = { id: 1, name: 'Ada', email: 'ada@example.com', isSelf: false }
const ticket = {
  id: 1,
  subject: 'Printer',
  labels: [],
  customer_name: 'Bo',
  updated_at: now,
  due_on: null,
  comments_count: 0,
  fields: {},
  assignee: null,
}

/** Components that show what is stored, with values that only a newer version of the code has names for. */
const cases = [
  {
    file: 'teams/Members.tsx',
    name: 'Members',
    props: {
      team,
      members: [{ ...member, role: 'auditor', canChangeRole: true, canRemove: false }],
    },
    values: ['auditor'],
  },
  {
    file: 'teams/Invitations.tsx',
    name: 'Invitations',
    props: {
      team,
      invitations: [{ id: 'a', email: 'bo@example.com', role: 'auditor', expires_at: now }],
    },
    values: ['auditor'],
  },
  {
    file: 'accounts/Tokens.tsx',
    name: 'Tokens',
    props: {
      tokens: [
        { id: 'a', name: 'CI', prefix: 'x', abilities: ['audit'], usedAt: null, expiresAt: null },
      ],
    },
    values: ['audit'],
  },
  {
    file: 'tickets/TicketList.tsx',
    name: 'TicketList',
    props: { team, fields: [], tickets: [{ ...ticket, priority: 'vital', status: 'escalated' }] },
    values: ['vital', 'escalated'],
  },
  {
    file: 'tickets/History.tsx',
    name: 'History',
    props: {
      people: [],
      history: [
        {
          id: 1,
          at: now,
          by: null,
          action: 'updated',
          status: { from: 'open', to: 'escalated' },
          priority: { from: 'low', to: 'vital' },
        },
      ],
    },
    values: ['escalated', 'vital'],
  },
]

it('pages of the helpdesk show values that a newer version has stored', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'tenon-unnamed-'))
  const vite = await startVite(cacheDir)
  try {
    const { supplyRoutes } = await vite.ssrLoadModule(suppliedRoutes)
    supplyRoutes(routes)
    for (const { file, name, props, values } of cases) {
      const module = await vite.ssrLoadModule(`/resources/components/${file}`)
      const markup = renderToString(createElement(module[name], props))
      for (const value of values) assert.ok(markup.includes(value), `${name}: ${value}\n${markup}`)
    }
  } finally {
    await vite.close()
    rmSync(cacheDir, { recursive: true, force: true })
  }
})

function startVite(cacheDir: string): Promise<ViteDevServer> {
  return createServer({
    root,
    cacheDir,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: { resolve: { conditions: ['source'], externalConditions: ['source', 'node'] } },
  })
}
