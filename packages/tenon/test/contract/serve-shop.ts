import * as models from '../../fixtures/shop/models.ts'
import { api } from '../../fixtures/shop/routes.ts'
import { serve } from '../auth/serve.ts'

/** Serves the shop, with one record of each model. */
export async function serveShop(databaseUrl: string) {
  const { Attachment, Category, Line, Order, Product, Review } = models
  const tables = [Category, Product, Review, Attachment, Order, Line]
  const openapi = { title: 'Shop', version: '1.0.0' }
  const app = await serve({ routes: api, models, openapi }, { databaseUrl, tables })
  const { id: category_id } = await Category.create({ name: 'Light', note: null })
  const price = '19.90'
  const product = await Product.create({ category_id, sku: 'ZZ-0001', name: 'Lamp', price })
  await Review.create({ product_id: product.id, stars: 5, text: 'Bright' })
  const content = new TextEncoder().encode('manual')
  const attachment = await Attachment.create({ product_id: product.id, title: 'Manual', content })
  const order = await Order.create({ customer: 'Ada' })
  const { id: line } = await Line.create({ order_id: order.id, product_id: product.id, amount: 2 })
  const keys = {
    category: 1,
    product: 1,
    review: 1,
    attachment: attachment.id,
    order: order.id,
    line,
  }
  return Object.assign(app, { keys })
}
