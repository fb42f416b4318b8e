import {
  useForm as stockUseForm,
  type InertiaForm,
  type InertiaPrecognitiveForm,
} from '@inertiajs/svelte'
import type { Action } from '../client/action.ts'
import type {
  FormValues,
  StartOf,
  Unchosen,
  Unreserved,
  WholeErrors,
} from '../client/form-values.ts'

/**
 * Inertia's `useForm`, typed by the route you pass and the values the form starts with: `useForm(action('todos.store'),
 * { title: '' })`.
 *
 * The values must match the route's request type, and `errors` has its fields. `submit()` calls the
 * route; `validate()` lets the server validate a field as you type. It is Inertia's own function with another type.
 */
export const useForm: UseForm = stockUseForm

/** The names of the form's own members, which fields cannot have. */
type Reserved = keyof InertiaForm<object>

// The order matters for error messages. The compiler reports the last signature, so the one for rejected forms comes
// last: it takes `null` before a choice, so that a mistake in one field is not reported as the `null` of another. The
// one before it is for variables. The compiler infers a rejected form by the first signature with two parameters, so the
// one for a route comes before the one for a key.
interface UseForm {
  <Data extends object>(data?: Data | (() => Data)): InertiaForm<Data>
  <Fields extends object, Start extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data: StartOf<Fields, Start, Reserved> | (() => StartOf<Fields, Start, Reserved>),
  ): InertiaPrecognitiveForm<FormValues<Fields, Start>> & WholeErrors
  <Data extends object>(rememberKey: string, data: Data | (() => Data)): InertiaForm<Data>
  <Fields extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data: Unreserved<NoInfer<Fields>, Reserved> | (() => Unreserved<NoInfer<Fields>, Reserved>),
  ): InertiaPrecognitiveForm<Fields> & WholeErrors
  <Fields extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data:
      | Unreserved<Unchosen<NoInfer<Fields>>, Reserved>
      | (() => Unreserved<Unchosen<NoInfer<Fields>>, Reserved>),
  ): InertiaPrecognitiveForm<Unchosen<Fields>> & WholeErrors
}
