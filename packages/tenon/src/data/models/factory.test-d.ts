import { c } from '../columns/columns.ts'
import { factory } from './factory.ts'
import { Model } from './model.ts'

class Ticket extends Model('tickets', {
  id: c.id(),
  title: c.text(),
  state: c.enum(['open', 'paid']),
  size: c.text<'s' | 'm'>().nullable(),
}) {}

// The texts of an enum need no "as const".
factory(Ticket, (n) => ({ title: `Title ${n}`, state: 'open', size: () => 's' }))

factory(Ticket, () => ({
  title: 'Title',
  // @ts-expect-error -- the enum does not have it
  state: 'opn',
}))

factory(
  Ticket,
  // @ts-expect-error -- the state is missing
  () => ({ title: 'Title' }),
)

class Post extends Model('posts', {
  id: c.id(),
  title: c.text(),
  status: c.enum(['draft', 'published']),
}) {}

// The values of an enum stay literals, in the blueprint and in a state.
factory(Post, (n) => ({ title: `${n}`, status: 'draft' }), { published: { status: 'published' } })
factory(Post, (n) => ({ title: `${n}`, status: n > 1 ? 'draft' : 'published' }))
factory(Post, () => ({ title: '', status: () => 'draft' })).with({ status: 'published' })

// @ts-expect-error -- there is no such status
factory(Post, () => ({ title: '', status: 'drafts' }))
// @ts-expect-error -- there is no such status
factory(Post, () => ({ title: '', status: 'draft' }), { published: { status: 'publish' } })
// @ts-expect-error -- a post needs a status
factory(Post, () => ({ title: '' }))

// @ts-expect-error -- the model has no column "headline"
factory(Post, () => ({ title: '', status: 'draft', headline: '' }))
factory(Post, (n) => {
  const title = `${n}`
  return { title, status: 'draft' }
})
// @ts-expect-error -- nor if a block returns it
factory(Post, (n) => {
  const title = `${n}`
  return { title, status: 'draft', headline: title }
})

// A state names columns, and a factory its states.
const posts = factory(Post, () => ({ title: '', status: 'draft' }), {
  published: { status: 'published' },
  late: { title: () => 'late' },
})
posts.state('published', 'late')
// @ts-expect-error -- there is no such state
posts.state('publish')
factory(Post, () => ({ title: '', status: 'draft' }), {
  // @ts-expect-error -- there is no such column
  published: { status: 'published', headline: 'x' },
})

// A function sees what is made of the others, each of its own type.
factory(Post, () => ({
  title: ({ status }) => {
    // @ts-expect-error -- there is no such status
    if (status === 'late') return ''
    return status === 'draft' ? 'A draft' : 'A post'
  },
  status: 'draft',
}))
factory(Post, () => ({ title: '', status: 'draft' }), {
  named: { title: async ({ status = 'draft' }) => status },
  // @ts-expect-error -- there is no such column
  late: { title: ({ headline }) => String(headline) },
}).with({ title: ({ id }) => `Post ${id}` })
