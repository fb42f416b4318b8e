export { type Unnamed } from './web/routing/route.ts'
export { type AccessRule } from './web/routing/access-rule.ts'
export { type Demanding } from './web/routing/types/access.ts'
export { type DemandOf, type NoDemand } from './web/routing/types/demand.ts'
export { type Contract, type NoContract } from './web/routing/handler.ts'
export { type Provision } from './web/routing/provision.ts'
export {
  type RouteEntry,
  type Named,
  type Opened,
  type Prefixed,
  type Supplied,
  type Unscoped,
} from './web/routing/types/entry.ts'
export { type Bound, type BoundAnswers, type StatedContract } from './web/binding/handler.ts'
export { type ChannelContract } from './pages/live/channels/channel.ts'
export { type MessageIn } from './pages/live/channels/channel-types.ts'
export {
  type BodyBinding,
  type ContractOf,
  type InputOf,
  type ParameterBinding,
  type RequestBinding,
} from './web/binding/binding.ts'
