import { brand } from './brand.ts'
import { CopyButton } from './CopyButton.tsx'

/** Ways to keep recovery codes, which are shown once. */
export function CodeKeeper({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <CopyButton text={text}>
      <button type="button" className="press plain" onClick={() => download(text)}>
        Download
      </button>
      <button type="button" className="press plain" onClick={() => window.print()}>
        Print
      </button>
    </CopyButton>
  )
}

function download(text: string) {
  const content = `Recovery codes of ${brand} at ${location.host}. Each works once.\n\n${text}\n`
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
