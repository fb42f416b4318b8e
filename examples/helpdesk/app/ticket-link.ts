import { routeSignature, type UrlSignature } from 'tenon/keys'

/** Where a customer follows their ticket without an account. Anyone with the link can read and answer. */
export function signTicketLink(ticket: { readonly id: number }): UrlSignature {
  return routeSignature('requests.show', { ticket: ticket.id }, { expires: '90d' })
}
