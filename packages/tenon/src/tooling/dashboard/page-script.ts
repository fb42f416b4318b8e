/** The script of the pages. All pages also work without it. */
export const script = `
const live = document.querySelector('[data-live]')
const filter = document.querySelector('[data-filter]')

/** Adds the requests that have come in since, and leaves those that are there, and the focus, alone. */
async function refresh() {
  const answer = await fetch(location.href).catch(() => undefined)
  if (answer === undefined || !answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const fresh = page.querySelector('[data-live]')
  const body = live.querySelector('tbody')
  if (body === null) return live.replaceChildren(...fresh.childNodes)
  const known = new Set(Array.from(body.rows, (row) => row.dataset.key))
  const added = Array.from(fresh.querySelectorAll('tbody tr')).filter((row) => !known.has(row.dataset.key))
  body.prepend(...added)
  while (body.rows.length > 100) body.rows[100].remove()
}

if (live !== null) setInterval(() => document.hidden || refresh(), 2000)

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = 'Copied'
  })
}

if (filter !== null) filter.addEventListener('input', () => {
  const wanted = filter.value.toLowerCase()
  const rows = Array.from(document.querySelectorAll('tbody tr'))
  for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(wanted)
  const shown = rows.filter((row) => !row.hidden).length
  filter.form.querySelector('output').value = shown + ' of ' + rows.length
})
`
