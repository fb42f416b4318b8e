import { routeSignature, type UrlSignature } from 'tenon/keys'

/** Signs the link to a ticket for its customer, valid for 90 days. Anyone with the link can read and answer. */
export function signTicketLink(ticket: { readonly id: number }): UrlSignature {
  return routeSignature('requests.show', { ticket: ticket.id }, { expires: '90d' })
}
