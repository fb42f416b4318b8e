import { useEffect, useState } from 'react'
import { language } from 'tenon/languages'
import { useChannel } from 'tenon/react'
import { alsoHere, isWriting } from '../../words/tickets.ts'

interface CompanyProps {
  readonly team: { readonly id: number }
  readonly ticket: { readonly id: number }
  /** The key of the user. */
  readonly me: number
}

/** How long "is writing" is shown: longer than the pause between two messages of somebody who writes. */
const shownMs = 6000

/** Shows who else has the ticket open, and who is writing an answer. */
export function Company({ team, ticket, me }: CompanyProps) {
  const [sign, setSign] = useState<{ readonly writes: number }>()
  const { members } = useChannel(
    'tickets.channel',
    { team: team.id, ticket: ticket.id },
    { onMessage: setSign },
  )
  useEffect(() => {
    const timer = sign && setTimeout(() => setSign(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [sign])

  const others = members.filter(({ id }) => id !== me)
  const writer = others.find(({ id }) => id === sign?.writes)
  const names = new Intl.ListFormat(language()).format(others.map(({ name }) => name))
  return (
    <p className="company hint" role="status">
      {writer !== undefined
        ? isWriting({ name: writer.name })
        : others.length > 0 && alsoHere({ names })}
    </p>
  )
}
