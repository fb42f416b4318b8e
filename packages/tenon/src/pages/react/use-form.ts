import {
  useForm as stockUseForm,
  type InertiaForm,
  type InertiaPrecognitiveFormProps,
} from '@inertiajs/react'
import type { Action } from '../client/action.ts'
import type { FormValues, StartOf, Unchosen, WholeErrors } from '../client/form-values.ts'

/**
 * Inertia's `useForm`, typed by the route you pass and the values the form starts with.
 *
 * `data` must match the route's request type, and `errors` has its fields. `submit()` calls the
 * route; `validate()` lets the server validate a field as you type.
 */
export const useForm: UseForm =
  // Sound: an action is the stock form's pair of URL and method; only the type of the data is new.
  stockUseForm as UseForm

// The order matters for error messages. The compiler reports the last signature, so the one for rejected forms comes
// last: it takes `null` before a choice, so that a mistake in one field is not reported as the `null` of another. The
// one before it is for variables. The compiler infers a rejected form by the first signature with two parameters, so the
// one for a route comes before the one for a key.
interface UseForm {
  <Data extends object>(data?: Data | (() => Data)): InertiaForm<Data>
  <Fields extends object, Start extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data: StartOf<Fields, Start> | (() => StartOf<Fields, Start>),
  ): InertiaPrecognitiveFormProps<FormValues<Fields, Start>> & WholeErrors
  <Data extends object>(rememberKey: string, data: Data | (() => Data)): InertiaForm<Data>
  <Fields extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data: NoInfer<Fields> | (() => NoInfer<Fields>),
  ): InertiaPrecognitiveFormProps<Fields> & WholeErrors
  <Fields extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data: Unchosen<NoInfer<Fields>> | (() => Unchosen<NoInfer<Fields>>),
  ): InertiaPrecognitiveFormProps<Unchosen<Fields>> & WholeErrors
}
