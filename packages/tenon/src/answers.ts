export {
  answer,
  type Answer,
  type SentBy,
  type ShapesByStatus,
  type Stated,
} from './web/binding/answers/answer.ts'
export {
  list,
  paginated,
  shape,
  type ListShape,
  type ObjectShape,
  type PageShape,
  type Shape,
  type ValueIn,
} from './web/binding/answers/shape.ts'
