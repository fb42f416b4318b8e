/** An application of 64 routes, and one path of each kind to match. */

const resources = ['posts', 'comments', 'tags', 'orders', 'invoices', 'products', 'projects']

/** In the notation that all routers except ours share. */
export const routes: readonly string[] = [
  '/',
  '/health',
  '/users/me',
  '/users/:user',
  '/users/:user/posts',
  '/users/:user/posts/:post',
  '/users/:user/posts/:post/comments/:comment',
  '/organisations/:organisation/repositories/:repository/branches/:branch/commits/:commit/files',
  '/settings/account/security/sessions/current',
  '/files/*',
  ...resources.flatMap((name) => [
    `/${name}`,
    `/${name}/create`,
    `/${name}/archive`,
    `/${name}/:id`,
    `/${name}/:id/edit`,
    `/${name}/:id/history`,
    `/${name}/:id/history/:version`,
    `/${name}/:id/owner`,
  ]),
]

export interface Kind {
  readonly name: string
  readonly path: string
  /** The expected route; `undefined` if none matches. */
  readonly route: string | undefined
  readonly parameters: readonly string[]
}

export const kinds: readonly Kind[] = [
  { name: 'root', path: '/', route: '/', parameters: [] },
  { name: 'static', path: '/products/create', route: '/products/create', parameters: [] },
  {
    name: 'static, long',
    path: '/settings/account/security/sessions/current',
    route: '/settings/account/security/sessions/current',
    parameters: [],
  },
  { name: 'parameter', path: '/invoices/4711', route: '/invoices/:id', parameters: ['4711'] },
  {
    name: 'parameter and text',
    path: '/projects/4711/edit',
    route: '/projects/:id/edit',
    parameters: ['4711'],
  },
  {
    name: 'two parameters',
    path: '/users/ada/posts/1843',
    route: '/users/:user/posts/:post',
    parameters: ['ada', '1843'],
  },
  {
    name: 'four parameters, long',
    path: '/organisations/analytical/repositories/engine/branches/main/commits/5f2b9c1d/files',
    route:
      '/organisations/:organisation/repositories/:repository/branches/:branch/commits/:commit/files',
    parameters: ['analytical', 'engine', 'main', '5f2b9c1d'],
  },
  {
    name: 'wildcard',
    path: '/files/images/2026/november/tenon.png',
    route: '/files/*',
    parameters: ['images/2026/november/tenon.png'],
  },
  { name: 'miss', path: '/wp-login.php', route: undefined, parameters: [] },
  {
    name: 'miss, late',
    path: '/users/ada/posts/1843/comments',
    route: undefined,
    parameters: [],
  },
]
