import router from '@adonisjs/core/services/router'
import db from '@adonisjs/lucid/services/db'
import vine from '@vinejs/vine'
import { pageHeaders, toPage } from './settings.ts'
import { Article, Revision } from './adonis-models.ts'

const titleValidator = vine.compile(vine.object({ title: vine.string().minLength(1) }))

const readList = async () => {
  const articles = await Article.query().preload('author').orderBy('id').limit(20)
  return articles.map((article) => article.serialize({ relations: { author: {} } }))
}

router.get('/', async ({ response }) => {
  for (const [name, value] of Object.entries(pageHeaders)) response.header(name, value)
  return toPage(await readList())
})
router.get('/articles', readList)
router
  .get('/articles/:id', async ({ params }) => (await Article.findOrFail(params['id'])).serialize())
  .where('id', router.matchers.number())
router
  .put('/articles/:id', async ({ params, request }) => {
    const { title } = await request.validateUsing(titleValidator)
    return db.transaction(async (client) => {
      const article = await Article.query({ client })
        .where('id', params['id'])
        .forUpdate()
        .firstOrFail()
      await article.merge({ title }).save()
      await Revision.create({ articleId: article.id, title }, { client })
      return { id: article.id, title }
    })
  })
  .where('id', router.matchers.number())
router.get('/slow', async () => {
  await db.rawQuery('select pg_sleep(0.05)')
  return 'slow'
})
