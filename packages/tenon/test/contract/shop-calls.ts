/** One call of each tool, in an order in which each finds its record. */
export function toShopCalls(keys: Keys): readonly (readonly [string, object])[] {
  const { category, product, review, attachment, order, line } = keys
  const nested = { product, review }
  const fields = { category_id: category, sku: 'AB-0001', name: 'Chair', price: '49.00' }
  return [
    ['status', {}],
    ['limited', {}],
    ['waiting', { ms: 1 }],
    ['traces_show', { id: '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f' }],
    ['shelves_show', { path: 'a/b c' }],
    ['sales', { from: '2026-01-01' }],
    ['categories_index', {}],
    ['categories_store', { name: 'Sound' }],
    ['categories_show', { category }],
    ['categories_replace', { category, name: 'Lights' }],
    ['products_index', { page: 1, state: 'draft', tags: ['a'] }],
    ['products_feed', {}],
    ['products_search', { limit: 1, words: ['lamp'] }],
    ['products_store', fields],
    ['products_sku', { product: 'AB-0001' }],
    ['products_show', { product }],
    ['products_update', { product, name: 'Big lamp' }],
    ['products_publish', { product }],
    ['products_label', { product, body: { color: 'red' } }],
    ['products_tag', { product, body: ['new', 'small'] }],
    ['reviews_index', { product }],
    ['reviews_store', { product, stars: 4 }],
    ['reviews_show', nested],
    ['reviews_update', { ...nested, stars: 3 }],
    ['attachments_index', { product }],
    // A tool sends JSON, so it cannot send a file.
    ['attachments_store', { product, title: 'Plan', file: 'x' }],
    ['attachments_show', { attachment }],
    ['attachments_content', { attachment }],
    ['me_show', {}],
    ['me_update', { newsletter: true }],
    ['orders_index', {}],
    ['orders_store', { delivery: { street: 'Kirchweg 1', city: 'Ulm' } }],
    ['orders_show', { order }],
    ['orders_total', { order }],
    ['orders_pay', { order, body: { kind: 'card', number: '4111111111111111' } }],
    ['lines_store', { order, product_id: product, amount: 3 }],
    ['lines_update', { order, line, amount: 1 }],
    ['orders_cancel', { ids: [order], reason: 'Too late' }],
    ['lines_destroy', { order, line }],
    ['reviews_destroy', nested],
    ['attachments_destroy', { attachment }],
    ['products_destroy', { product: 2 }],
    ['categories_destroy', { category: 2 }],
  ]
}

interface Keys {
  readonly category: number
  readonly product: number
  readonly review: number
  readonly attachment: string
  readonly order: string
  readonly line: number
}
