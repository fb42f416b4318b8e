interface EmphasizedProps {
  /** The emphasized part. */
  readonly part: string
  /** Returns the text with the part in it. */
  readonly children: (part: string) => string
}

/** A placeholder for the part. No text contains this character. */
const place = '\u{FFFC}'

/** A text with one emphasized part, whose position depends on the language. */
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
