import { unreachable } from '../../../base/support/unreachable.ts'
import type { TableColumn } from '../../../data/columns/table.ts'
import { type AnyModel, entityOf } from '../../../data/records/entity.ts'
import { UniqueLookup } from '../../../data/records/unique-lookup.ts'
import {
  type AnswerDescription,
  describeAnswers,
  type Description,
} from '../../../web/binding/answers/description.ts'
import { BoundHandler } from '../../../web/binding/handler.ts'
import type { ListedRoute } from '../../../web/routing/route-list.ts'

/** The personal columns that a route sends or binds, such as `User.email`. */
export interface PersonalOfRoute {
  /** The columns in its declared responses. */
  readonly answered: readonly string[]
  /** The columns of the records that it binds. Its page may show them. */
  readonly bound: readonly string[]
}

/** Finds the personal columns of a route's declared responses and of the records that it binds. */
export function personalOfRoute({ handler }: ListedRoute): PersonalOfRoute {
  if (!(handler instanceof BoundHandler)) return { answered: [], bound: [] }
  const answers =
    handler.answers === undefined ? [] : [...describeAnswers(handler.answers.stated).values()]
  const bindings: readonly object[] = Object.values(handler.bindings)
  return {
    answered: unique(answers.flatMap(personalIn)),
    bound: unique(
      bindings
        .map(toModel)
        .filter(isModel)
        .flatMap((model) => named(model.name, entityOf(model).table.columns)),
    ),
  }
}

function personalIn(description: AnswerDescription): readonly string[] {
  switch (description.kind) {
    case 'record': {
      const related = description.relations.flatMap((relation) => relation.of.flatMap(personalIn))
      const extremes = description.aggregates
        .filter(({ by }) => by === 'min' || by === 'max')
        .flatMap(({ link, column }) => named(link.target.name, [column]))
      return [...named(description.name, description.columns), ...extremes, ...related]
    }
    case 'object':
      return Object.values<Description>(description.fields).flatMap(personalIn)
    case 'schema':
    case 'nothing':
    case 'redirect':
    case 'content':
      return []
    case 'list':
    case 'nullable':
    case 'page':
    case 'cursorPage':
    case 'items':
      return personalIn(description.item)
    default:
      return unreachable(description)
  }
}

function named(model: string, columns: readonly TableColumn[]): readonly string[] {
  return columns
    .filter(({ definition }) => definition.personal !== undefined && !definition.hidden)
    .map(({ name }) => `${model}.${name}`)
}

/** The model whose records a binding finds, by key or by a unique column, as `User.by('slug')`. */
function toModel(binding: object): object {
  return binding instanceof UniqueLookup ? binding.model : binding
}

function isModel(binding: object): binding is AnyModel {
  return '~entity' in binding
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted()
}
