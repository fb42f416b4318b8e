import { onScopeDispose, shallowReactive, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { RouteName } from '../../web/routing/types/url.ts'
import {
  channelUrl,
  joinChannel,
  type ChannelMember,
  type ChannelMessage,
  type ChannelParameters,
  type ChannelState,
  type UseChannelOptions,
} from '../client/live/join-channel.ts'

/**
 * Follows a channel while the component is shown: `const room = useChannel('tickets.channel', { ticket: 5 }, { onMessage })`.
 * The parameters may be a ref or a getter.
 */
export function useChannel<const Name extends RouteName>(
  name: Name,
  parameters: MaybeRefOrGetter<ChannelParameters<Name>>,
  { onMessage, onEnd }: UseChannelOptions<ChannelMessage<Name>> = {},
): ChannelState<ChannelMember<Name>> {
  const state = shallowReactive<Writable<ChannelMember<Name>>>({ members: [], count: 0 })
  if (typeof document === 'undefined') return state
  let leave = (): void => {}
  const join = (): void => {
    leave()
    Object.assign(state, { members: [], count: 0 })
    leave = joinChannel(name, toValue(parameters), {
      onMessage: (message) => onMessage?.(message),
      onMembers: (members, count) => Object.assign(state, { members, count }),
      onEnd: (status) => onEnd?.(status),
    })
  }
  watch(() => channelUrl(name, toValue(parameters)), join, { immediate: true })
  onScopeDispose(() => leave())
  return state
}

interface Writable<Member> {
  members: readonly Member[]
  count: number
}
