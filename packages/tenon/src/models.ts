export { c, type ColumnType, softDeletes, timestamps, versions } from './data/columns/columns.ts'
export type { Json } from './data/columns/types/json.ts'
export type { ColumnSql } from './data/columns/types/type-rules.ts'
export type {
  Cast,
  Column,
  ColumnDefinition,
  ColumnTrait,
  Columns,
  Reference,
  ReferenceOptions,
  UniqueOptions,
  ReferentialAction,
} from './data/columns/column.ts'

export { Model, type ModelClass, type ModelMut, type ModelOptions } from './data/models/model.ts'
export { DatabaseView, type DatabaseViewOptions } from './data/models/views/database-view.ts'
export type { SearchLanguage, SearchOption } from './data/columns/search/searched.ts'
export { reveal } from './base/log/hidden-values.ts'
export type { Hidden } from './base/support/hidden.ts'
export type { KeyOf } from './data/models/model-base.ts'
export type { Returning, UpsertOptions } from './data/models/refining/returning.ts'
export type { UniqueLookup } from './data/records/unique-lookup.ts'
export type { ModelEvents } from './data/models/events.ts'
export type { AnyModel, RecordOf } from './data/records/entity.ts'
export type { Changes } from './data/records/record.ts'
export type { InsertValues, KeyValue, RowValues, UpdateValues } from './data/columns/row.ts'

export { Query, type WithAggregate, type WithQuery } from './data/models/query.ts'
export {
  view,
  View,
  type ComputeOptions,
  type ViewOf,
  type ViewOptions,
} from './data/models/views/view.ts'
export { type Rows } from './data/models/rows.ts'
export type { CursorPage, CursorPageOptions, Page, PageOptions } from './data/models/paging/page.ts'
export { withAnyOwner, withOwner } from './data/models/owned/with-owner.ts'
export { changed } from './data/models/watching/changed.ts'
export type { Watchable } from './data/models/watching/reads-of.ts'
export { highlight, type HighlightOptions, type TextPiece } from './data/queries/highlight.ts'
export { escapeLike } from './data/queries/parameter.ts'

export {
  belongsTo,
  belongsToAny,
  type BelongsToOptions,
  hasMany,
  hasManyThrough,
  hasOne,
  manyToMany,
  type HasManyOptions,
  type RelationOptions,
  type RelationOrder,
} from './data/relations/relation.ts'
export type { Relation, Through, ThroughModel, ThroughPivot } from './data/relations/relation.ts'
export type { Loaded, LoadedOn, LoadedValue } from './data/relations/relation-types.ts'
