/** What the server and the pages call the states of a ticket. */
export const statuses = ['open', 'waiting', 'solved'] as const
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
/** What a list begins with. */
export const orders = ['changed', 'newest', 'due'] as const
export const hues = ['blue', 'green', 'amber', 'red', 'violet', 'gray'] as const

export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
export type Order = (typeof orders)[number]
export type Hue = (typeof hues)[number]

export const statusNames: Readonly<Record<Status, string>> = {
  open: 'Open',
  waiting: 'Waiting for the customer',
  solved: 'Solved',
}

export const priorityNames: Readonly<Record<Priority, string>> = {
  low: 'Low',
  normal: 'Normal',
  high: 'High',
  urgent: 'Urgent',
}

export const orderNames: Readonly<Record<Order, string>> = {
  changed: 'Last changed first',
  newest: 'Newest first',
  due: 'By due date',
}

export const hueNames: Readonly<Record<Hue, string>> = {
  blue: 'Blue',
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
  violet: 'Violet',
  gray: 'Gray',
}

/** Begins what a customer's mail program quotes of our mail. */
export const replyAbove = '–– Write your answer above this line ––'
