import { useEffect, useRef, useState } from 'react'
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
 * Follows a channel while the component is shown: `const { members } = useChannel('tickets.channel', { ticket: 5 }, {
 * onMessage })`.
 */
export function useChannel<const Name extends RouteName>(
  name: Name,
  parameters: ChannelParameters<Name>,
  options: UseChannelOptions<ChannelMessage<Name>> = {},
): ChannelState<ChannelMember<Name>> {
  const [state, setState] = useState<ChannelState<ChannelMember<Name>>>(nobody)
  const latest = useRef({ parameters, options })
  useEffect(() => {
    latest.current = { parameters, options }
  })
  // The parameters are a new object each time, so the effect depends on the URL that they give.
  const key = typeof document === 'undefined' ? '' : channelUrl(name, parameters)
  useEffect(() => {
    const leave = joinChannel(name, latest.current.parameters, {
      onMessage: (message) => latest.current.options.onMessage?.(message),
      onMembers: (members, count) => setState({ members, count }),
      onEnd: (status) => latest.current.options.onEnd?.(status),
    })
    return () => {
      leave()
      setState(nobody)
    }
  }, [name, key])
  return state
}

const nobody: ChannelState<never> = { members: [], count: 0 }
