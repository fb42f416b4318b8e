import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { belongsTo, c, hasMany, manyToMany, Model } from 'tenon/models'
import { disk } from 'tenon/storage'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'

class User extends Model('users', { id: c.id() }) {
  static posts = hasMany(() => Post, 'user_id')
}
class Post extends Model('posts', { id: c.id(), user_id: c.integer() }) {
  static user = belongsTo(() => User, 'user_id')
  static tags = manyToMany(() => Tag, { through: 'tagged', local: 'post_id', target: 'tag_id' })
}
class Tag extends Model('tags', { id: c.id() }) {}
class Writer extends Model('users', { id: c.id() }) {}
class Note extends Model('notes', { id: c.id() }) {
  static user = belongsTo(() => User, 'user')
}

describe('the models of an application', () => {
  it('pass if all relations are valid', () => {
    assertModels([User, Post, Tag])
  })

  it('must include the targets of their relations', () => {
    assert.throws(() => assertModels([User, Post]), {
      code: 'E_RELATION_TARGET',
      message: /The relation "tags" of "posts" leads to "tags"/,
    })
  })

  it('must have the columns of their relations', () => {
    assert.throws(() => assertModels([User, Post, Tag, Note]), {
      code: 'E_COLUMN_UNKNOWN',
      message: /The relation "user" of "notes" is invalid\. .*"notes" has no column "user"/,
    })
  })

  it('must have a table each', () => {
    assert.throws(() => assertModels([Writer, User, Post, Tag]), { code: 'E_MODEL_TABLE_TAKEN' })
  })

  it('must share a disk of one name, which would delete files of the other', () => {
    const [papers, copy] = [disk('papers'), disk('papers')]
    class Draft extends Model('drafts', { id: c.id(), file: c.file(papers) }) {}
    class Paper extends Model('papers', { id: c.id(), file: c.file(copy) }) {}
    class Letter extends Model('letters', { id: c.id(), file: c.file(papers) }) {}

    assertModels([Draft, Letter])
    assert.throws(() => assertModels([Draft, Paper]), {
      code: 'E_DISK_NAME_TAKEN',
      message: /named "papers"/,
    })
  })
})
