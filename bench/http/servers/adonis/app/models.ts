import { BaseModel, column } from '@adonisjs/lucid/orm'

/**
 * Lucid models. Their decorators are applied as functions, because Node cannot run decorator
 * syntax.
 */
export class Todo extends BaseModel {
  declare id: number
  declare title: string
  declare completed: boolean
  declare createdAt: number
}
Todo.boot()
column({ isPrimary: true })(Todo.prototype, 'id')
column()(Todo.prototype, 'title')
column({ consume: (value) => value === 1 })(Todo.prototype, 'completed')
column({
  columnName: 'created_at',
  serializeAs: 'created_at',
  serialize: (value: number) => new Date(value).toISOString(),
})(Todo.prototype, 'createdAt')

export class Note extends BaseModel {
  declare id: number
  declare title: string
  declare createdAt: number
}
Note.boot()
column({ isPrimary: true })(Note.prototype, 'id')
column()(Note.prototype, 'title')
column({ columnName: 'created_at' })(Note.prototype, 'createdAt')
