import { sampleReceipt, TicketFrame, type ReceiptMail } from './layout.tsx'
import {
  followRequest,
  notYourRequest,
  receivedSubject,
  receivedText,
} from '../../words/customers.ts'

export const subject = () => receivedSubject()

export const sample = sampleReceipt

/** Anybody can type any address: a text of a stranger would make this an advertisement. */
export default function Received(props: ReceiptMail) {
  return (
    <TicketFrame {...props} label={followRequest()}>
      <p>{receivedText()}</p>
      <p>{notYourRequest()}</p>
    </TicketFrame>
  )
}
