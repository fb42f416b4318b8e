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

/** What can be chosen for a ticket, a list and a label: for the server and the pages. */
export const statuses = ['open', 'waiting', 'solved'] as const
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
/** What a list begins with. */
export const orders = ['changed', 'newest', 'due'] as const
export const hues = ['blue', 'green', 'amber', 'red', 'violet', 'gray'] as const
/** What a field of a team can hold. */
export const fieldKinds = ['text', 'number', 'choice', 'date'] as const

export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
export type Order = (typeof orders)[number]
export type Hue = (typeof hues)[number]
export type FieldKind = (typeof fieldKinds)[number]

/** A value with what users read, or with the message that says it. */
export type Choice = readonly [value: string, text: string | (() => string)]

export function toText(text: Choice[1]): string {
  return typeof text === 'string' ? text : text()
}

/** How users read them. */
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

/** Begins the first line of our mails, in every language: what a customer answers stands above it. */
export const replyMark = '##-'

/** A value by the key of a field, which may be the name of what every object has, such as `constructor`. */
export function valueOf<Value>(values: Readonly<Record<string, Value>>, key: string) {
  return Object.hasOwn(values, key) ? values[key] : undefined
}
