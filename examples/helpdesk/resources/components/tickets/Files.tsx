import { formatNumber } from 'tenon/languages'
import type { ViewOf } from 'tenon/models'
import { route } from 'tenon/react'
import type { AttachmentView } from '../../../app/views.ts'

interface FilesProps {
  readonly team: { readonly id: number }
  readonly files: readonly ViewOf<typeof AttachmentView>[]
}

/** The files of a comment, as downloads. Pictures have a thumbnail. */
export function Files({ team, files }: FilesProps) {
  if (files.length === 0) return null
  return (
    <ul className="files">
      {files.map(({ id, name, type, size_bytes }) => {
        const at = { team: team.id, attachment: id }
        return (
          <li key={id}>
            <a href={route('attachments.show', at)} download={name}>
              {type.startsWith('image/') && (
                <img src={route('attachments.show', at, { small: '' })} alt="" loading="lazy" />
              )}
              {name}
            </a>
            <span className="hint">{toSize(size_bytes)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The names of the files without links, for the customer. */
export function FileNames({ files }: Pick<FilesProps, 'files'>) {
  if (files.length === 0) return null
  return <p className="hint">{files.map(({ name }) => name).join(', ')}</p>
}

function toSize(bytes: number): string {
  const [count, unit] =
    bytes < 100_000 ? [Math.ceil(bytes / 1000), 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return formatNumber(count, { style: 'unit', unit, maximumFractionDigits: 1 })
}
