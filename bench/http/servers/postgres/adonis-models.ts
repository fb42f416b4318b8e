import { BaseModel, belongsTo, column } from '@adonisjs/lucid/orm'
import type { BelongsTo } from '@adonisjs/lucid/types/relations'

/** Lucid models. Their decorators are applied as functions, because Node cannot run decorator syntax. */
export class Author extends BaseModel {
  declare id: number
  declare name: string
}
Author.boot()
column({ isPrimary: true })(Author.prototype, 'id')
column()(Author.prototype, 'name')

export class Article extends BaseModel {
  declare id: number
  declare authorId: number
  declare title: string
  declare views: number
  declare createdAt: Date
  declare author: BelongsTo<typeof Author>
}
Article.boot()
column({ isPrimary: true })(Article.prototype, 'id')
column({ columnName: 'author_id', serializeAs: null })(Article.prototype, 'authorId')
column()(Article.prototype, 'title')
column()(Article.prototype, 'views')
column({ columnName: 'created_at', serializeAs: 'created_at' })(Article.prototype, 'createdAt')
belongsTo(() => Author)(Article.prototype, 'author')

export class Revision extends BaseModel {
  declare id: number
  declare articleId: number
  declare title: string
}
Revision.boot()
column({ isPrimary: true })(Revision.prototype, 'id')
column({ columnName: 'article_id' })(Revision.prototype, 'articleId')
column()(Revision.prototype, 'title')
