import { describeReads } from '../../../data/queries/reads/read-set.ts'
import type { OpenStream } from '../../../pages/live/live-streams.ts'
import { toTimeOfDay } from '../formats.ts'
import { markup, type Markup } from '../markup.ts'
import type { Section } from '../section.ts'
import { toTable } from '../tables.ts'

/** Shows the open streams of live pages: what they follow, and why a page was last told to reload. */
export function liveSection(list: () => readonly OpenStream[]): Section {
  return {
    name: 'live',
    title: 'Live',
    data: list,
    render() {
      return markup`<h1>Live pages</h1>
${toTable(list(), {
  label: 'Open streams',
  columns: [
    { title: 'Opened', cell: ({ openedAt }) => toTimeOfDay(new Date(openedAt)) },
    { title: 'Client', cell: ({ address }) => address },
    { title: 'Follows', cell: ({ reads }) => reads.map(toCode) },
    {
      title: 'Channels',
      cell: ({ channels }) => channels.map((name) => markup`<code>${name}</code><br>`),
    },
    {
      title: 'Last told',
      cell: ({ toldAt }) => (toldAt === 0 ? '' : toTimeOfDay(new Date(toldAt))),
    },
    { title: 'What had changed', cell: ({ told }) => told.map(toCode) },
  ],
  empty: 'No browser shows a live page or follows a channel. Open one whose handler uses live().',
})}`
    },
  }
}

function toCode(reads: OpenStream['reads'][number]): Markup {
  return markup`${describeReads(reads).map((text) => markup`<code>${text}</code><br>`)}`
}
