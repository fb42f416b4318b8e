/** Light and dark. Every colour of text has a contrast of at least 4.5 to its background. */
export const style = `
:root { color-scheme: light dark; --ink: #1d1f23; --soft: #5a5f69; --paper: #f6f6f4; --card: #fff; --line: #dddcd7; --hover: #f0efec;
  --accent: #1a6350; --good: #17663a; --info: #1f55a6; --warn: #855000; --bad: #b3261e;
  --middleware: #8b7fc7; --handler: #c9b037; --bindings: #d18b3d; --statement: #3d84c6; --page: #5aa469; --prop: #4aa8a0; --render: #c06aa0; --track: #ecebe6;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', 'Liberation Mono', Consolas, monospace;
  font: 0.9375rem/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --ink: #eceae5; --soft: #a4a8b1; --paper: #15171a; --card: #1c1f23; --line: #343840; --hover: #24282d;
  --accent: #7fd1b4; --good: #7fd39b; --info: #93bdf5; --warn: #e9b872; --bad: #ff9f95; --track: #2a2e34 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink) }
a { color: var(--accent); text-underline-offset: 0.2em }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem }
main:focus { outline: 0 }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); z-index: 1 }
.skip:focus { top: 0.5rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 2rem; padding: 0 max(1.5rem, calc((100vw - 76rem) / 2)); border-bottom: 1px solid var(--line); background: var(--card) }
header p { margin: 0; order: 1; margin-left: auto; font-size: 0.875rem }
nav { display: flex; flex-wrap: wrap; gap: 0 0.25rem; margin-left: -0.75rem }
nav a { padding: 0.875rem 0.75rem 0.75rem; border-bottom: 2px solid transparent; color: var(--soft); text-decoration: none }
nav a:hover { color: var(--ink) }
main nav { margin-bottom: 1rem }
nav a[aria-current] { border-color: var(--accent); color: var(--ink); font-weight: 600 }
main { max-width: 79rem; margin: 0 auto; padding: 2rem 1.5rem 4rem }
h1 { margin: 0 0 0.25rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -0.015em; overflow-wrap: anywhere }
h1 code { font-size: 1.375rem }
h2 { margin: 2.25rem 0 0.75rem; font-size: 1.0625rem }
code, pre { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere }
code.whole { overflow-wrap: break-word }
code.start { display: -webkit-box; min-width: 14rem; max-width: 32rem; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2 }
.request .whole { display: inline-block }
small { color: var(--soft) }
.back { margin: 0 0 0.75rem; font-size: 0.875rem }
.lead { margin: 0 0 1.5rem; color: var(--soft) }
.hint { color: var(--soft); font-size: 0.875rem }
.empty { margin: 1rem 0; padding: 1.5rem; border: 1px dashed var(--line); border-radius: 0.75rem; color: var(--soft) }
.error { padding: 0.75rem 1rem; border-left: 3px solid var(--bad); border-radius: 0.25rem; background: var(--card) }
.scroll { margin: 1rem 0; overflow-x: auto; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card) }
table { width: 100%; border-collapse: collapse }
th { padding: 0.5rem 1rem; color: var(--soft); font-size: 0.8125rem; font-weight: 500; text-align: left; white-space: nowrap }
td { padding: 0.5rem 1rem; border-top: 1px solid var(--line); vertical-align: baseline }
tbody tr:hover { background: var(--hover) }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.request { color: inherit; text-decoration: none }
.request:hover code { text-decoration: underline }
.request b { display: inline-block; min-width: 3.25rem; font-size: 0.75rem; letter-spacing: 0.04em }
.badge { font-size: 0.8125rem; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap }
.good { color: var(--good) } .info { color: var(--info) } .warn { color: var(--warn) } .bad { color: var(--bad) } .quiet { color: var(--soft); font-weight: 400 }
.timeline { table-layout: fixed; min-width: 44rem }
.timeline th:nth-child(1) { width: 8rem } .timeline th:nth-child(3) { width: 42% } .timeline .number { width: 6.25rem }
.timeline td { padding-block: 0.3125rem }
.timeline .what { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.timeline .what a { color: inherit; text-decoration: none }
.timeline .what a:hover { text-decoration: underline }
.timeline svg { display: block; width: 100%; height: 0.75rem; overflow: visible }
.timeline rect { fill: currentColor }
.timeline .track { fill: var(--track) }
.kind { font-size: 0.8125rem }
.kind::before { content: ''; display: inline-block; width: 0.5rem; height: 0.5rem; margin-right: 0.5rem; border-radius: 50%; background: var(--colour) }
svg { color: var(--colour) }
.middleware { --colour: var(--middleware) } .handler { --colour: var(--handler) } .bindings { --colour: var(--bindings) } .statement { --colour: var(--statement) }
.page { --colour: var(--page) } .prop { --colour: var(--prop) } .render { --colour: var(--render) }
.statements { margin: 0; padding: 0; list-style: none; counter-reset: statement }
.statements li { margin: 0 0 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card) }
.statements li:target { border-color: var(--accent) }
.statements p { margin: 0.5rem 0 0; color: var(--soft); font-size: 0.875rem }
pre { margin: 0; white-space: pre-wrap }
.plan { margin-top: 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); overflow-x: auto; white-space: pre }
details, .block { margin: 0.75rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card) }
.block > button { margin-top: 0.75rem; padding: 0.25rem 0.875rem; font-size: 0.875rem }
summary { cursor: pointer }
details > pre, details > p { margin: 0.75rem 0 0 }
dl { margin: 1rem 0; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card) }
dl div { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 1rem; padding: 0.5rem 1rem }
dl div + div { border-top: 1px solid var(--line) }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
form[role=search] { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; margin: 1rem 0 }
input { flex: 1 1 16rem; max-width: 32rem; padding: 0.5rem 0.75rem; border: 1px solid var(--soft); border-radius: 0.5rem; background: var(--card); color: inherit; font: inherit }
output { color: var(--soft); font-variant-numeric: tabular-nums }
button { padding: 0.5rem 1.125rem; border: 0; border-radius: 0.5rem; background: var(--accent); color: var(--card); font: inherit; font-weight: 600; cursor: pointer }
td:has(form) { white-space: nowrap }
form[method=post] { display: inline-block; margin-right: 0.375rem }
form[method=post] > button { padding: 0.125rem 0.625rem; font-size: 0.8125rem }
@media (max-width: 40rem) { main { padding-inline: 1rem } th, td { padding-inline: 0.75rem } td code { overflow-wrap: break-word } dl div { grid-template-columns: 1fr; gap: 0 } }
`
