import {
  useForm as stockUseForm,
  type InertiaForm,
  type InertiaPrecognitiveFormProps,
} from '@inertiajs/react'
import type { Action } from '../client/action.ts'

/**
 * The client's own `useForm`, typed by the route that it is given: `data` must be what the route's
 * request type accepts, and `errors` has its fields. `submit()` calls that route, `validate()` asks
 * it while one types.
 */
export const useForm: UseForm =
  // Sound: an action is the stock form's pair of URL and method; only the type of the data is told.
  stockUseForm as UseForm

// The compiler reports the last signature, which is therefore the one that forms of routes have.
interface UseForm {
  <Data extends object>(data?: Data | (() => Data)): InertiaForm<Data>
  <Data extends object>(rememberKey: string, data: Data | (() => Data)): InertiaForm<Data>
  <Fields extends object>(
    action: Action<string, Fields> | (() => Action<string, Fields>),
    data: NoInfer<Fields> | (() => NoInfer<Fields>),
  ): InertiaPrecognitiveFormProps<Fields>
}
