import { signedRoute } from 'tenon'

/** The signature of a link, which what the customer sends carries as well. */
export interface LinkSignature {
  readonly expires: string | null
  readonly signature: string | null
}

/** Where a customer follows their ticket without an account. Anyone with the link can read and answer. */
export function signTicketLink(ticket: { readonly id: number }): LinkSignature {
  const url = signedRoute('requests.show', { ticket: ticket.id }, { expires: '90d' })
  const { searchParams } = new URL(url, 'http://localhost')
  return { expires: searchParams.get('expires'), signature: searchParams.get('signature') }
}
