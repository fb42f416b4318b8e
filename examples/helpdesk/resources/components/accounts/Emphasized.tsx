interface EmphasizedProps {
  /** What is emphasized. */
  readonly part: string
  /** Says the text with a part in it. */
  readonly children: (part: string) => string
}

/** Stands where the part will be. No text contains it. */
const place = '\u{FFFC}'

/** A text with one part emphasized. Where that part is depends on the language. */
export function Emphasized({ part, children: say }: EmphasizedProps) {
  const [before, after] = say(place).split(place)
  return (
    <>
      {before}
      <strong>
        <bdi>{part}</bdi>
      </strong>
      {after}
    </>
  )
}
