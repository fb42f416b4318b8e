import {
  useForm as stockUseForm,
  type InertiaForm,
  type InertiaPrecognitiveForm,
} from '@inertiajs/svelte'
import type { Action } from '../client/action.ts'
import type { FormValues, StartOf, Unreserved, WholeErrors } from '../client/form-values.ts'

/**
 * Inertia's `useForm`, typed by the route you pass and the values the form starts with: `useForm(action('todos.store'), { title: '' })`.
 *
 * The values must match the route's request type, and `errors` has its fields. `submit()` calls the
 * route; `validate()` validates against it as you type. It is the stock function: only its type is new.
 */
export const useForm: UseForm = stockUseForm

/** The names that a form itself has beside its fields. */
type Reserved = keyof InertiaForm<object>

// The compiler reports the last signature, so that for what is in a variable, or refused, comes last. What it takes a
// refused form for is the first signature of two parameters, so that of a route comes before that of a key.
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
}
