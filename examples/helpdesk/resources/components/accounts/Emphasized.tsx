interface EmphasizedProps {
  /** What is emphasized, as it is in the text. */
  readonly part: string
  readonly children: string
}

/** A text with one part emphasized. Where that part is depends on the language. */
export function Emphasized({ part, children: text }: EmphasizedProps) {
  const at = text.indexOf(part)
  return (
    <>
      {text.slice(0, at)}
      <strong>
        <bdi>{part}</bdi>
      </strong>
      {text.slice(at + part.length)}
    </>
  )
}
