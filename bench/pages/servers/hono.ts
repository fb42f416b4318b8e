import { inertia, serializePage, type RootView } from '@hono/inertia'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { assetVersion, take } from '../records.ts'

/** The document of its guide, with the tags of a build. */
const rootView: RootView = (page) => `<!DOCTYPE html>
<html>
  <head>
    <meta charset="utf-8">
    <link rel="stylesheet" href="/assets/app-c3.css">
    <script type="module" src="/assets/app-b2.js"></script>
    <link rel="modulepreload" href="/assets/shared-a1.js">
    <link rel="modulepreload" href="/assets/Index-d4.js">
  </head>
  <body>
    <script data-page="app" type="application/json">${serializePage(page)}</script>
    <div id="app"></div>
  </body>
</html>`

const app = new Hono()
app.use(secureHeaders())
app.use(inertia({ version: assetVersion, rootView }))
app.get('/todos/:count', (context) =>
  context.render('Todos/Index', { todos: take(context.req.param('count')), errors: {} }),
)
serve({ fetch: app.fetch, port: Number(process.env['SERVER_PORT']), hostname: '127.0.0.1' })
