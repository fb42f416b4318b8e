/** As many connections as Tenon takes by default. */
export const POOL_SIZE = 12
export const databaseUrl = process.env['DATABASE_URL'] ?? ''

export const pageHeaders = {
  vary: 'X-Inertia',
  'x-inertia': 'true',
  'cache-control': 'private, no-cache',
}

/** The page object of the articles. */
export const toPage = (articles: unknown) => ({
  component: 'Articles/Index',
  props: { articles, errors: {} },
  url: '/',
  version: '',
})
