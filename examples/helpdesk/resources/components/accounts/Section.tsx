import { useId, type ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}

/** A part of the settings: a title and an explanation, with the content beside them. */
export function Section({ title, about, children }: SectionProps) {
  const titleId = useId()
  return (
    <section className="section" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{title}</h2>
        <p className="hint">{about}</p>
      </div>
      <div className="card">{children}</div>
    </section>
  )
}
