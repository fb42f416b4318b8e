import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { applyPlan } from '../../src/scaffolding/generators/apply-plan.ts'
import { openProject } from '../../src/scaffolding/generators/project.ts'
import { generators } from '../../src/scaffolding/generators/generators.ts'
import { SetupError } from '../../src/base/support/setup-error.ts'
import { copyAccounts, copyTodo, type Scaffold } from './scaffold.ts'

/** Names that code cannot use. */
const reserved = new Set(
  (
    'ComponentProps Field FileField FormData FormEvent Head IndexProps Migration Pick Route SubmitEvent TextArea ' +
    'Undefined UploadedFile ValidationFailed'
  ).split(' '),
)

/** What the kits have models or routes for, and the column of whose a record is. */
const kits = [
  { kit: 'accounts', column: 'user:belongsTo', taken: new Set('Account Setting Token'.split(' ')) },
  {
    kit: 'teams',
    column: 'team:owner',
    taken: new Set('Account Member Project Setting Team Token'.split(' ')),
  },
]

const refusals = new Set(['E_MAKE_NAME', 'E_MAKE_EXISTS'])

/** Usual names of models, words of the language, words that are their own plural, names that code uses, and long ones. */
const names =
  `Account Activity Address Agent Album Alias Analysis App Appointment Argument Article Artist Assert
  Asset Attachment Audit Author Axis Badge Balance Bank Batch Bill Block Board Book Bookmark Box Branch Brand
  Browser Budget Bug Bus Button Campaign Campus Card Cart Category Certificate Changed Channel Chapter Chat Child
  City Claim Client Coach Code Color Column Comment Company Component Condition Contact Context Contract Country
  Coupon Course Crisis Crypto Currency Customer Database Deal Describe Device Dish Discount Document Domain Draft
  Driver Email Employee Entry Episode Equipment Estimate Exam Expense Expression Feature Fee File Filter Flag
  Folder Fee Game Genre Goal Grade Guest Half Hash Head Hero Holiday Host House Image Information Input Inquiry
  Instance Invoice Island It Item Job Journal Key Label Language Lead Leaf Lease Lens Lesson Level Library License
  Like List Location Lock Log Man Manager Matrix Measure Media Meeting Member Menu Message Metric Mouse Movie Name
  News Note Notice Option Order Organization Owner Part Party Password Path Patient Payment Person Phase Photo
  Piece Plan Player Point Policy Post Price Process Product Profile Project Property Quality Query Question
  Queue Quiz Quota Range Rate Reason Record Region Report Result Review Role Room Row Rule Schedule School Score
  Season Series Session Setting Shelf Shipment Sheep Species Staff Stage State Status Step Stock Story Student Subject
  Survey System Table Tag Tax Team Tenant Term Text Thesis Ticket Time Title Token Tool Tooth Topic Track Type Unit
  Url Use UseForm Value Vehicle Venue Version Video View Virus Visit Vote Wallet Warehouse Week Window Wolf Woman
  Worker Year Zone Field Await Class Interface Let Package Static Undefined Yield
  ComponentProps FormEvent IndexProps Pick SubmitEvent UploadedFile ValidationFailed
  Choice Dialog Doomed EmptyState Keep Select TextArea FileField FormData Kept Transaction
  Action Any Arguments Body Break Case Catch Const Continue Data Debugger Default Delete Destroy Do Else Enum Eval Event Export
  Extends Factory Fallback False Finally For Form Group Handler If Implements Import In Instanceof Json Migration New Page
  Private Protected Public Redirect Request Response Return Route Router Show Submit Super Switch Target Task Test This Throw
  True Try Typeof Update Values Var Void While With
  AdminReport CreateText CustomerNote WarehouseItem CustomerAgreement PurchaseOrderReport InternationalAddress`
    .split(/\s+/)
    .filter((name, i, all) => all.indexOf(name) === i)

/** The kits take every fifth name, and those that are refused, because a compiler reads all routes for half a minute. */
const isLong = process.env['NAMES'] === 'all' // `npm run names`

describe('tenon make model --resource', { timeout: 600_000 }, () => {
  for (const [i, some] of inChunks(names, 70).entries()) {
    it(`writes code that compiles and is formatted for any name: part ${i + 1}`, async () => {
      using app = copyTodo()

      const refused = some.filter((name) => !writeResource(name, app))
      const compiled = await app.compile()
      const formatted = await app.checkFormat()

      assert.equal(compiled.exitCode, 0, compiled.output)
      assert.equal(formatted.exitCode, 0, formatted.output)
      assert.deepEqual(
        refused,
        some.filter((name) => reserved.has(name)),
      )
    })
  }

  for (const { kit, column, taken } of kits) {
    it(`writes routes that start for any name that is free, in an application with ${kit}`, async () => {
      using app = copyAccounts()
      await app.tenon('add', kit)

      // Several of `New` are called like those of `News`, which comes before.
      const isRefused = (name: string) =>
        reserved.has(name) || taken.has(name) || (isLong && name === 'New')
      const some = names.filter((name, i) => isLong || i % 5 === 0 || isRefused(name))
      const refused = some.filter((name) => !writeResource(name, app, [column]))
      const compiled = await app.compile()
      const served = await app.main('routes')
      const formatted = await app.checkFormat()

      assert.equal(compiled.exitCode, 0, compiled.output)
      assert.equal(formatted.exitCode, 0, formatted.output)
      assert.equal(served.exitCode, 0, served.output)
      assert.deepEqual(refused, some.filter(isRefused))
    })
  }
})

/** Makes a resource; returns whether the name is accepted. */
function writeResource(name: string, app: Scaffold, more: readonly string[] = []): boolean {
  const project = openProject(app.root)
  const migrationPath = (slug: string) => `database/migrations/2026_11_22_000001_${slug}.ts`
  // What is written for a record with a file differs.
  const files = names.indexOf(name) % 2 === 0 ? ['scan:file'] : []
  const columns = [
    'title:text',
    'state:enum:open,paid',
    'about:text:long',
    'settings:json',
    ...files,
    ...more,
  ]
  const order = { project, name, columns, isResource: true, migrationPath }
  try {
    const plan = generators['model']?.(order)
    assert.ok(plan)
    applyPlan(plan, project, () => {})
    return true
  } catch (error) {
    if (error instanceof SetupError && refusals.has(error.code)) return false
    throw error
  }
}

function inChunks(list: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  )
}
