import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, post } from '../../../web/routing/route.ts'
import { routes, type RouteList } from '../../../web/routing/route-list.ts'
import { OperationIds } from './operation-ids.ts'

const answer = () => 'answer'

function idsOf({ routes: listed }: Pick<RouteList<never>, 'routes'>): readonly string[] {
  const ids = new OperationIds(listed)
  return listed.map((route) => ids.of(route))
}

describe('the id of an operation', () => {
  it("is the route's name, or its method and path", () => {
    assert.deepEqual(
      idsOf(routes([get('/books', answer).name('books.index'), post('/books', answer)])),
      ['books.index', 'postBooks'],
    )
    assert.deepEqual(idsOf(routes([get('/books/{book}', answer), get('/', answer)])), [
      'getBooksBook',
      'get',
    ])
  })

  it('is different if two paths differ only in their punctuation', () => {
    assert.deepEqual(idsOf(routes([get('/book-list', answer), get('/book/list', answer)])), [
      'getBookList',
      'getBookList2',
    ])
  })

  it('does not take the name of a later route', () => {
    assert.deepEqual(idsOf(routes([get('/books', answer), get('/all', answer).name('getBooks')])), [
      'getBooks2',
      'getBooks',
    ])
  })
})
