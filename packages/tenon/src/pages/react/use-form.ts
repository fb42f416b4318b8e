import {
  useForm as stockUseForm,
  type InertiaForm,
  type InertiaPrecognitiveFormProps,
} from '@inertiajs/react'
import type { Action } from '../client/action.ts'

/**
 * Inertia's `useForm`, typed by the route you pass.
 *
 * `data` must match the route's request type, and `errors` has its fields. `submit()` calls the
 * route; `validate()` validates against it as you type.
 */
export const useForm: UseForm =
  // Sound: an action is the stock form's pair of URL and method; only the type of the data is new.
  stockUseForm as UseForm

// The compiler reports the last signature, so the one for routes comes last.
interface UseForm {
  <Data extends object>(data?: Data | (() => Data)): InertiaForm<Data>
  <Data extends object>(rememberKey: string, data: Data | (() => Data)): InertiaForm<Data>
  <Fields extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data: NoInfer<Fields> | (() => NoInfer<Fields>),
  ): InertiaPrecognitiveFormProps<Fields>
}
