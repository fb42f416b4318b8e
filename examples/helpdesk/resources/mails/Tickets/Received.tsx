import { sampleTicket, TicketFrame, type TicketMail } from './layout.tsx'
import {
  followRequest,
  notYourRequest,
  receivedSubject,
  receivedText,
} from '../../words/customers.ts'

export const subject = ({ subject }: TicketMail) => receivedSubject({ subject })

export const sample = sampleTicket

export default function Received(props: TicketMail) {
  return (
    <TicketFrame {...props} label={followRequest()}>
      <p>{receivedText()}</p>
      <p>{notYourRequest()}</p>
    </TicketFrame>
  )
}
