import type { GivenProps } from '../../pages/props/given-props.ts'
import { Prop } from '../../pages/props/prop.ts'

/** Runs the function of a prop, and times it. */
export type TimeProp = (name: string, load: () => unknown) => unknown

/** Returns the same props. The functions among them are timed when a page needs their values. */
export function timeProps(given: GivenProps, time: TimeProp): GivenProps {
  if (given.isReady) return given
  const props = Object.entries(given.props).map(([name, value]) => [
    name,
    timeProp(value, (load) => time(name, load)),
  ])
  return { ...given, props: Object.fromEntries(props) }
}

function timeProp(value: unknown, time: (load: () => unknown) => unknown): unknown {
  if (isFunction(value)) return () => time(value)
  if (!(value instanceof Prop) || !isFunction(value.source)) return value
  const { source, arrival, traits } = value
  return new Prop(() => time(source), arrival, traits)
}

function isFunction(value: unknown): value is () => unknown {
  return typeof value === 'function'
}
