import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect, onDialect } from '../support/for-each-dialect.ts'
import { pullScript } from './pulled-application.ts'

const script = `create table customers (id integer primary key, name varchar(50) not null, born date);
  insert into customers values (1, 'Ada', '1815-12-10');
  create view customer_list as select id, name, born from customers;
  create view names as select name from customers;`

forEachDialect('the views of a database', (open) => {
  it('become models if they have an id, and things to do otherwise', async () => {
    await using pulled = await pullScript(open, script)
    const limits = open.dialect === 'sqlite' ? '' : '{ max: 50 }'

    assert.equal(pulled.pulled.exitCode, 0, pulled.pulled.output)
    assert.equal(
      pulled.app.read('app/models/customer-list.ts'),
      `import { c, DatabaseView } from 'tenon/models'

export class CustomerList extends DatabaseView('customer_list', {
  id: c.id(),
  name: c.text(${limits}).nullable(),
  born: c.date().nullable(),
}) {}
`,
    )
    assert.match(
      pulled.pulled.output,
      /\[ \] the view customer_list is not created by the migration/,
    )
    assert.match(pulled.pulled.output, /\[ \] the view names has no model, because .* named id/)
    const counts = await pulled.readAll()
    assert.deepEqual([counts['CustomerList'], counts['Customer']], [1, 1])
    const made = await pulled.app.main('make:migration', 'nothing')
    assert.match(made.output, /match the models/)
    const compiled = await pulled.app.compile()
    assert.equal(compiled.exitCode, 0, compiled.output)
  })

  it('are compared with the database, and pulled once', async () => {
    await using pulled = await pullScript(open, script)
    await pulled.app.main('migrate')
    const same = await pulled.app.main('schema:check', '--database', '--all')
    await pulled.database.script(
      'drop view customer_list; create view customer_list as select id, born as name from customers',
    )
    const changed = await pulled.app.main('schema:check', '--database')
    await pulled.database.script(
      'drop view customer_list; create view second as select id from customers',
    )
    const missing = await pulled.app.main('schema:check', '--database')
    const again = await pulled.app.tenon('db:pull')
    const third = await pulled.app.tenon('db:pull')

    assert.equal(same.exitCode, 0, same.output)
    assert.match(same.output, /Not compared[^]*the view names has no model/)
    assert.doesNotMatch(same.output, /customer_list/)
    assert.equal(changed.exitCode, 1)
    assert.match(changed.output, /^customer_list\.born: is missing in the view\./m)
    assert.match(missing.output, /^customer_list: is a view that is missing\./m)
    assert.equal(again.exitCode, 0, again.output)
    assert.match(again.output, /app\/models\/second\.ts/)
    assert.doesNotMatch(again.output, /Recorded|customer-list|database\/migrations/)
    assert.equal(third.exitCode, 1)
    assert.match(third.output, /has no tables or views that your migrations or models do not have/)
  })
})

onDialect('postgres', 'a materialized view', (open) => {
  it('is read by a model, whose types are compared', async () => {
    await using pulled = await pullScript(
      open,
      `create table t (id int primary key);
       create materialized view m as select id, array['a', 'b'] as tags, now() as at from t`,
    )
    await pulled.app.main('migrate')
    const file = pulled.app.read('app/models/m.ts')
    pulled.app.write('app/models/m.ts', file.replace('c.text().nullable()', 'c.integer()'))
    const changed = await pulled.app.main('schema:check', '--database')

    assert.match(
      file,
      /tags: c\.array\(c\.text\(\)\.nullable\(\)\)\.nullable\(\),\n {2}at: c\.timestamp\(\)/,
    )
    assert.match(
      changed.output,
      /^m\.tags: is c\.array\(c\.text\(\)\) in the view, and declared as c\.array\(c\.integer\(\)\)\.$/m,
    )
  })
})
