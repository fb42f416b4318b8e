import type { ViewOf } from 'tenon/models'
import type { LabelView } from '../../../app/views.ts'

export function LabelMark({ label }: { label: ViewOf<typeof LabelView> }) {
  return (
    <span className={`label ${label.hue}`}>
      <bdi>{label.name}</bdi>
    </span>
  )
}
