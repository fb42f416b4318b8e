import { kindChoice, kindDate, kindNumber, kindText } from '../../words/fields.ts'
import {
  hueAmber,
  hueBlue,
  hueGray,
  hueGreen,
  hueRed,
  hueViolet,
  orderChanged,
  orderDue,
  orderNewest,
  priorityHigh,
  priorityLow,
  priorityNormal,
  priorityUrgent,
  statusOpen,
  statusSolved,
  statusWaiting,
} from '../../words/tickets.ts'

/** The choices for tickets, lists and labels, for the server and the pages. */
export const statuses = ['open', 'waiting', 'solved'] as const
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
/** The orders of a list of tickets. */
export const orders = ['changed', 'newest', 'due'] as const
export const hues = ['blue', 'green', 'amber', 'red', 'violet', 'gray'] as const
/** The kinds of values that a team's own field can hold. */
export const fieldKinds = ['text', 'number', 'choice', 'date'] as const

export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
export type Order = (typeof orders)[number]
export type Hue = (typeof hues)[number]
export type FieldKind = (typeof fieldKinds)[number]

/** A value with its text, or with a message that returns the text. */
export type Choice = readonly [value: string, text: string | (() => string)]

export function toText(text: Choice[1]): string {
  return typeof text === 'string' ? text : text()
}

/** The names of the choices for users. */
export const statusNames: Readonly<Record<Status, () => string>> = {
  open: statusOpen,
  waiting: statusWaiting,
  solved: statusSolved,
}

export const priorityNames: Readonly<Record<Priority, () => string>> = {
  low: priorityLow,
  normal: priorityNormal,
  high: priorityHigh,
  urgent: priorityUrgent,
}

export const orderNames: Readonly<Record<Order, () => string>> = {
  changed: orderChanged,
  newest: orderNewest,
  due: orderDue,
}

export const hueNames: Readonly<Record<Hue, () => string>> = {
  blue: hueBlue,
  green: hueGreen,
  amber: hueAmber,
  red: hueRed,
  violet: hueViolet,
  gray: hueGray,
}

export const kindNames: Readonly<Record<FieldKind, () => string>> = {
  text: kindText,
  number: kindNumber,
  choice: kindChoice,
  date: kindDate,
}

/** Marks the first line of our mails, in every language. Customers write their answer above it. */
export const replyMark = '##-'

/** Returns the value of a field. Its key may also be the name of a built-in property, such as `constructor`. */
export function valueOf<Value>(values: Readonly<Record<string, Value>>, key: string) {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
