/** The first letter of a team, beside its name. */
export function TeamMark({ name }: { name: string }) {
  return (
    <span className="team-mark" aria-hidden="true">
      {Array.from(name)[0]?.toUpperCase()}
    </span>
  )
}
