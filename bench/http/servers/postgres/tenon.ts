import type * as Tenon from '../../../../packages/tenon/src/index.ts'
import type * as Databases from '../../../../packages/tenon/src/database.ts'
import type * as Models from '../../../../packages/tenon/src/models.ts'
import { titleSchema } from '../work.ts'

/** A built package: by default this repository's, or another build to compare with. */
const folder =
  process.env['TENON_DIST'] ?? new URL('../../../../packages/tenon/dist', import.meta.url)
const tenon: typeof Tenon = await import(`${String(folder)}/index.js`)
const models: typeof Models = await import(`${String(folder)}/models.js`)
const databases: typeof Databases = await import(`${String(folder)}/database.js`)
const { application, body, get, group, handler, json, page, put, routes } = tenon
const { belongsTo, c, Model, view } = models
const { currentDatabase, sql, transaction } = databases

class Author extends Model('authors', { id: c.id(), name: c.text() }) {}

class Article extends Model('articles', {
  id: c.id(),
  author_id: c.integer().references('authors.id'),
  title: c.text(),
  views: c.integer(),
  created_at: c.timestamp(),
}) {
  static author = belongsTo(() => Author, 'author_id')
}

class Revision extends Model('revisions', {
  id: c.id(),
  article_id: c.integer().references('articles.id'),
  title: c.text(),
}) {}

const ArticleView = view(Article, ['id', 'title', 'views', 'created_at'])
const ArticleRow = ArticleView.with('author', view(Author, ['id', 'name']))
const TitleRequest = body(titleSchema)

const readList = () => Article.query().orderBy('id').limit(20).select(ArticleRow).all()

const web = routes([
  get('/', async () => page('Articles/Index', { articles: await readList() })),
  group('/articles', [
    get('/', async () => json(await readList())),
    get(
      '/{article}',
      handler({ article: Article }).run(async ({ article }) =>
        json(await ArticleView.from(article)),
      ),
    ),
    put(
      '/{id}',
      handler({ id: tenon.param.integer, form: TitleRequest }).run(({ id, form: { title } }) =>
        transaction(async () => {
          const article = await Article.where('id', id).lockForUpdate().firstOrFail()
          await article.update({ title })
          await Revision.create({ article_id: id, title })
          return json({ id, title })
        }),
      ),
    ),
  ]),
  get('/slow', async () => {
    await currentDatabase().query(sql`select pg_sleep(0.05)`)
    return 'slow'
  }),
])

process.env['APP_ENV'] = 'production'
process.env['SERVER_HOST'] = '127.0.0.1'
process.env['APP_KEY'] = 'a key of the benchmark, of 32 bytes at least'
await application({ root: new URL('.', import.meta.url).pathname, routes: web }).run([])
