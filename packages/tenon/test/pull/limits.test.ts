import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withDatabase } from 'tenon/database'
import { toPublicError } from 'tenon/errors'
import { onDialect } from '../support/for-each-dialect.ts'
import { pullScript } from './pulled-application.ts'

const script = `
  create domain rank as smallint;
  create domain short as varchar(4);
  create table shelves (id smallserial primary key, code varchar(3) not null unique);
  create table labels (code varchar(3) primary key, language varchar(4) references labels (code));
  create table books (id serial primary key, shelf_id smallint references shelves (id), small smallint not null, pages integer,
    ranked rank, short varchar(5), code char(4), brief short, price numeric(6, 2), floors smallint[], words varchar(3)[]);
  insert into shelves (code) values ('one');
  insert into books (small) values (1);`

onDialect('postgres', 'limits of columns that tenon db:pull has read (X11)', (open) => {
  it('are stated by the models', async () => {
    await using pulled = await pullScript(open, script)
    const [shelf, book] = ['shelf', 'book'].map((file) => pulled.app.read(`app/models/${file}.ts`))

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    assert.match(shelf ?? '', /code: c\.text\(\{ max: 3 \}\)/)
    assert.match(pulled.app.read('app/models/label.ts'), /code: c\.stringId\(\{ max: 3 \}\),/)
    for (const column of [
      /shelf_id: c\.integer\(\{ min: -32_?768, max: 32_?767 \}\)\.nullable\(\)/,
      /small: c\.integer\(\{ min: -32_?768, max: 32_?767 \}\),/,
      /pages: c\.integer\(\)\.nullable\(\)/,
      /ranked: c\.integer\(\{ min: -32_?768, max: 32_?767 \}\)\.nullable\(\)/,
      /short: c\.text\(\{ max: 5 \}\)/,
      /code: c\.text\(\{ max: 4 \}\)/,
      /brief: c\.text\(\{ max: 4 \}\)/,
      /price: c\.decimal\(6, 2\)/,
      /floors: c\.array\(c\.integer\(\{ min: -32_?768, max: 32_?767 \}\)\)/,
      /words: c\.array\(c\.text\(\{ max: 3 \}\)\)/,
    ]) {
      assert.match(book ?? '', column)
    }
    assert.equal((await pulled.app.compile()).exitCode, 0)
  })

  it('make what is outside a 422 that names the column, and never a 500', async () => {
    await using pulled = await pullScript(open, script)
    const book = await pulled.model('book')
    const outside: readonly (readonly [string, unknown])[] = [
      ['small', 40_000],
      ['small', -32_769],
      ['pages', 2 ** 31],
      ['ranked', 40_000],
      ['short', 'sixteen'],
      ['code', 'fives'],
      ['brief', 'fives'],
      ['price', '10000.00'],
      ['floors', [1, 40_000]],
      ['words', ['four']],
      ['shelf_id', 40_000],
    ]

    const answers = await withDatabase(pulled.database, () =>
      Promise.all(
        outside.map(async ([column, value]) => {
          const [created] = await Promise.allSettled([book.create({ small: 1, [column]: value })])
          const { status, errors } = toPublicError(
            created.status === 'rejected' ? (created.reason as Error) : new Error('none'),
          )
          return [column, status, Object.keys(errors ?? {})[0]?.split('.')[0]]
        }),
      ),
    )

    assert.deepEqual(
      answers,
      outside.map(([column]) => [column, 422, column]),
    )
  })

  it('make a condition with such a value a 422, and a key with one that of no record', async () => {
    await using pulled = await pullScript(open, script)
    const [shelf, book, label] = await Promise.all(
      ['shelf', 'book', 'label'].map(async (file) => untyped(await pulled.model(file))),
    )
    assert.ok(shelf && book && label)
    const refused = (error: Error) => toPublicError(error).status === 422

    await withDatabase(pulled.database, async () => {
      await assert.rejects(book.where('small', '<', 40_000).all(), refused)
      await assert.rejects(book.where('price', '>', '10000.00').all(), refused)
      await assert.rejects(shelf.where('id', 40_000).all(), refused)
      await assert.rejects(shelf.where('id', 'in', [1, 40_000]).all(), refused)
      assert.equal(await shelf.find(40_000), null)
      assert.equal(await label.find('four'), null)
      assert.deepEqual(await Promise.all([shelf.find(40_000), shelf.find(2)]), [null, null])
    })
  })
})

/** A model whose columns the compiler does not know. */
interface Untyped {
  find(key: unknown): Promise<unknown>
  where(...comparison: unknown[]): { all(): Promise<unknown[]> }
}

function untyped(model: unknown): Untyped {
  return model as Untyped
}
