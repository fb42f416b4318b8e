import { sampleReceipt, TicketFrame, type ReceiptMail } from './layout.tsx'
import {
  followRequest,
  notYourRequest,
  receivedSubject,
  receivedText,
} from '../../words/customers.ts'

export const subject = () => receivedSubject()

export const sample = sampleReceipt

/** Contains no text that was typed: anybody can type any address, and could send advertisements to it. */
export default function Received(props: ReceiptMail) {
  return (
    <TicketFrame {...props} label={followRequest()}>
      <p>{receivedText()}</p>
      <p>{notYourRequest()}</p>
    </TicketFrame>
  )
}
