import type { ImportedName, SourceFile } from '../../graph/program/source-file.ts'

interface Move {
  readonly from: string
  readonly to: string
  readonly names: readonly string[]
}

const moves: readonly Move[] = [
  { from: 'tenon/pages', to: 'tenon', names: ['page'] },
  { from: 'tenon', to: 'tenon/limits', names: toNames('limit Limit LimitKey') },
  {
    from: 'tenon',
    to: 'tenon/types',
    names: toNames(`
      Unnamed AccessRule Demanding DemandOf NoDemand Contract NoContract Provision RouteEntry Named
      Prefixed Supplied Unscoped Bound BoundAnswers BodyBinding ContractOf InputOf
      ParameterBinding RequestBinding`),
  },
  {
    from: 'tenon/database',
    to: 'tenon/models',
    names: toNames(`
      c softDeletes timestamps versions Json Cast Column Columns ColumnDefinition ColumnSql
      ColumnTrait ColumnType UniqueOptions Reference ReferenceOptions ReferentialAction
      Model ModelClass ModelMut ModelOptions ModelEvents AnyModel RecordOf KeyOf KeyValue
      UniqueLookup UpsertOptions Changes InsertValues RowValues UpdateValues
      Query WithQuery Rows CursorPage CursorPageOptions Page PageOptions escapeLike
      belongsTo belongsToAny hasMany hasManyThrough hasOne manyToMany
      Relation RelationOptions Through ThroughModel ThroughPivot Loaded LoadedOn LoadedValue`),
  },
  {
    from: 'tenon/database',
    to: 'tenon/factories',
    names: toNames('factory Factory Attributes Blueprint seed Seeder'),
  },
]

function toNames(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

/** New names by door and old name, and how the new name is written where it is used. */
const renames: Readonly<Record<string, Readonly<Record<string, Rename>>>> = {
  tenon: {
    integer: { name: 'param', use: 'param.integer' },
    string: { name: 'param', use: 'param.string' },
    uuid: { name: 'param', use: 'param.uuid' },
    bigint: { name: 'param', use: 'param.bigint' },
    Entry: { name: 'RouteEntry', use: 'RouteEntry' },
  },
  'tenon/types': { Entry: { name: 'RouteEntry', use: 'RouteEntry' } },
  'tenon/jobs': {
    signal: { name: 'notify', use: 'notify' },
    Signal: { name: 'JobNotification', use: 'JobNotification' },
    // A rule rewrites the calls.
    dispatchBatch: { name: 'batch' },
    batchProgress: { name: 'batch', use: 'batch.progress' },
  },
  'tenon/events': { listen: { name: 'listener' } },
  'tenon/mail': { MailingOptions: { name: 'MailOptions', use: 'MailOptions' } },
}

interface Rename {
  readonly name: string
  readonly use?: string
}

/** Names that no longer exist, with what to do where a file still uses them. */
const gone: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tenon: { UnboundedLimit: 'limit() takes { limit, per } and returns the limit' },
  'tenon/schedule': {
    tasks: 'List the tasks themselves: application({ tasks: [cleanUp] })',
    Schedule: 'Use readonly Task[]',
    ScheduledTask: 'Use Task',
    ...Object.fromEntries(
      toNames(`
        createScheduler Scheduler SchedulerOptions TaskListing RunOutcome HistoryQuery RunRecord RunState
        Clock Sleep ScheduleLog`).map((name) => [
        name,
        'It is no longer public: use the commands schedule:history, schedule:pause and schedule:resume, and runTask() in tests',
      ]),
    ),
  },
  'tenon/mail': {
    mailing: `Write application({ mail: { from } })`,
    Mailing: 'Use MailOptions',
  },
}

/** The door and the name under which an imported name is exported now. */
export function newPlaceOf({ door, name }: ImportedName): ImportedName {
  const renamed = renames[door]?.[name]?.name ?? name
  const move = moves.find(({ from, names }) => from === door && names.includes(renamed))
  return { door: move?.to ?? door, name: renamed }
}

/** How a name is written now where it is used; `undefined` if nothing has changed. */
export function findNewUse({ imports }: SourceFile, local: string): string | undefined {
  const imported = imports.get(local)
  const use = imported && renames[imported.door]?.[imported.name]?.use
  // An alias stays, unless its name is now a member of something.
  return imported?.name === local || isMember(use) ? use : undefined
}

/** Whether an imported name is now a member of something. */
export function isNowMember({ door, name }: ImportedName): boolean {
  return isMember(renames[door]?.[name]?.use)
}

function isMember(use: string | undefined): boolean {
  return use?.includes('.') === true
}

/** What to do about a name that no longer exists; `undefined` for other names. */
export function findRemoval({ door, name }: ImportedName): string | undefined {
  return gone[door]?.[name]
}
