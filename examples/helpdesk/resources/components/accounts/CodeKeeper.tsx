import { brand } from './brand.ts'
import { CopyButton } from './CopyButton.tsx'
import { codesFile, download, print } from '../../words/settings.ts'

/** Buttons to copy, download and print recovery codes, which are shown only once. */
export function CodeKeeper({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <CopyButton text={text}>
      <button type="button" className="press plain" onClick={() => saveFile(text)}>
        {download()}
      </button>
      <button type="button" className="press plain" onClick={() => window.print()}>
        {print()}
      </button>
    </CopyButton>
  )
}

function saveFile(text: string) {
  const content = `${codesFile({ brand, host: location.host })}\n\n${text}\n`
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
