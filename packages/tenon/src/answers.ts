export {
  answer,
  type Answer,
  type SentBy,
  type ShapesByStatus,
  type Stated,
  type Statement,
} from './web/binding/answers/answer.ts'
export {
  cursorPaginated,
  list,
  nullable,
  paginated,
  shape,
  type CursorPageShape,
  type ListShape,
  type NullableShape,
  type ObjectShape,
  type PageShape,
  type Shape,
  type ValueIn,
} from './web/binding/answers/shape.ts'
export { content, type ContentStatement } from './web/binding/answers/content.ts'
export {
  eventStream,
  ndjson,
  type ItemsStatement,
  type ItemsType,
} from './web/binding/answers/items.ts'
