import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toHeading, toLabel, toNames, toWords } from './names.ts'
import { vuePages } from './vue-pages.ts'
import { plainWords } from './words/words.ts'

describe('toNames', () => {
  it('returns the same names for every spelling', () => {
    const names = toNames('BlogPost')

    assert.deepEqual(names, {
      model: 'BlogPost',
      singular: 'blogPost',
      plural: 'blogPosts',
      pages: 'BlogPosts',
      file: 'blog-post',
      key: 'id',
      path: 'blog-posts',
      table: 'blog_posts',
      label: 'blog post',
      labels: 'blog posts',
    })
    for (const text of ['blogPost', 'blog_post', 'blog-post', 'Blog post']) {
      assert.deepEqual(toNames(text), names, text)
    }
  })

  it('keeps abbreviations together', () => {
    const models = ['APIKey', 'OAuthToken', 'UserID'].map((name) => toNames(name).file)

    assert.deepEqual(models, ['api-key', 'oauth-token', 'user-id'])
  })

  it('knows plurals', () => {
    const plurals = ['Category', 'Day', 'Box', 'Person', 'Match'].map(
      (name) => toNames(name).plural,
    )

    assert.deepEqual(plurals, ['categories', 'days', 'boxes', 'people', 'matches'])
  })

  it('calls the variable of a record otherwise if the code needs the word', () => {
    const variables = ['Task', 'Page', 'Class', 'State'].map((name) => {
      const { singular, plural } = toNames(name)
      return [singular, plural]
    })

    assert.deepEqual(variables, [
      ['task', 'tasks'],
      ['pageRecord', 'pages'],
      ['classRecord', 'classes'],
      ['stateRecord', 'states'],
    ])
  })

  it('rejects names that code cannot use or already uses', () => {
    for (const text of ['', '9lives', 'Straße', 'a/b', 'Model', 'Link']) {
      assert.throws(() => toNames(text), { code: 'E_MAKE_NAME' }, text)
    }
  })
})

describe('the form of a model called like a global type', () => {
  it('does not take the model for the event of the browser in Vue', () => {
    const subject = { names: toNames('Event'), fields: [], words: plainWords }

    const form = vuePages.resource(subject, 'layout').at(-1)?.text ?? ''

    assert.match(form, /submit\(event: SubmitEvent\)/)
  })
})

describe('toWords', () => {
  it('refuses a name that is too long for a file', () => {
    assert.equal(toWords('a'.repeat(200)).length, 1)
    assert.throws(() => toWords('a'.repeat(201)), {
      code: 'E_MAKE_NAME',
      message: /has 201 characters\. Use at most 200/,
    })
  })
})

describe('toLabel', () => {
  it('separates words, and keeps abbreviations', () => {
    const labels = ['published_at', 'ArtistId', 'createdAt', 'SKUCode', '_x', 'line_1'].map(toLabel)

    assert.deepEqual(labels, ['Published at', 'Artist id', 'Created at', 'SKU code', 'X', 'Line 1'])
  })
})

describe('toHeading', () => {
  it('says what a page or a mail is about', () => {
    const names = ['About', 'Accounts/InvoiceSent', 'Reports/Index']

    assert.deepEqual(names.map(toHeading), ['About', 'Invoice sent', 'Reports'])
  })
})
