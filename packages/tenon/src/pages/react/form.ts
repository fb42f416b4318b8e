import { Form as StockForm } from '@inertiajs/react'
import type { ReactElement } from 'react'
import type { Action, AnyFields } from '../client/action.ts'

/**
 * Inertia's `Form`, typed by its action.
 *
 * Its children's errors and the argument of `transform` have the fields of the route's request
 * type.
 */
export const Form: TypedForm =
  // Sound: an action is the stock form's pair of URL and method; only the type of the fields is new.
  StockForm as TypedForm

type TypedForm = <Fields extends object = AnyFields>(
  props: Omit<StockProps<Fields>, 'action'> & { action?: string | Action<string, Fields> },
) => ReactElement

type StockProps<Fields extends object> = Parameters<typeof StockForm<Fields>>[0]
