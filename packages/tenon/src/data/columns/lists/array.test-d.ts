import { c } from '../columns.ts'
import { Model } from '../../models/model.ts'

class Film extends Model('films', {
  id: c.id(),
  tags: c.array(c.text()),
  sizes: c.array(c.integer().nullable()).nullable(),
}) {}

declare const film: Film
film.tags satisfies readonly string[]
film.sizes satisfies readonly (number | null)[] | null

void Film.create({ tags: ['a'] as const })
void Film.query().whereIncludes('tags', 'news')
void Film.query().whereIncludes('sizes', 1)
void Film.where('sizes', null)

// @ts-expect-error: the value has the type of the items
void Film.query().whereIncludes('tags', 1)
// @ts-expect-error: null is in no list that is searched
void Film.query().whereIncludes('sizes', null)
// @ts-expect-error: not a list
void Film.query().whereIncludes('id', 1)
// @ts-expect-error: lists are not compared
void Film.where('tags', ['a'])
// @ts-expect-error: lists have no order
void Film.orderBy('tags')

// @ts-expect-error: JSON can be a list itself
c.array(c.json())
// @ts-expect-error: a list of lists is JSON
c.array(c.array(c.text()))
// @ts-expect-error: items are not keys
c.array(c.id())
// @ts-expect-error: items are not unique
c.array(c.text().unique())
