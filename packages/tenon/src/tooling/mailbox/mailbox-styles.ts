/** The style sheet of the mailbox. */
export const mailboxStyles = `
:root { color-scheme: light dark; --line: #dcdcd7; --soft: #6b6b66; --paper: #ffffff; --ground: #f6f6f3; --mark: #1f6f5c; --on: #e3efeb }
@media (prefers-color-scheme: dark) { :root { --line: #34363a; --soft: #9a9ca2; --paper: #1b1d20; --ground: #131416; --mark: #6fcbb2; --on: #1f3430 } }
* { box-sizing: border-box }
body { margin: 0; height: 100vh; display: grid; grid-template-columns: minmax(240px, 320px) minmax(0, 1fr); font: 15px/1.45 system-ui, sans-serif; background: var(--ground) }
h1 { font-size: 17px; margin: 0 } h1 a { color: inherit; text-decoration: none }
h2 { font-size: 22px; line-height: 1.25; margin: 0 0 12px; overflow-wrap: anywhere }
a { color: var(--mark) }
a:focus-visible, button:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; border-radius: 4px }
button { font: inherit; font-size: 13px; padding: 3px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; cursor: pointer }
nav { border-right: 1px solid var(--line); overflow-y: auto }
nav > header { position: sticky; top: 0; display: flex; align-items: center; justify-content: space-between; min-height: 52px; padding: 0 16px; background: var(--ground); border-bottom: 1px solid var(--line) }
nav ol { list-style: none; margin: 0; padding: 0 }
nav li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 8px; padding: 10px 16px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none }
nav li a:hover { background: var(--paper) }
nav li a[aria-current] { background: var(--on) }
nav li a:focus-visible { outline-offset: -2px }
.who { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.subject { grid-column: 1 / -1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
time { color: var(--soft); font-size: 13px; font-variant-numeric: tabular-nums }
.empty { color: var(--soft); padding: 0 16px }
.search { padding: 10px 16px } .search input { width: 100%; font: inherit; padding: 5px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit }
.components { font-size: 13px; font-weight: 600; color: var(--soft); margin: 20px 16px 6px }
main { display: flex; flex-direction: column; min-width: 0; height: 100vh; background: var(--paper) }
.hint { margin: auto; padding: 24px; color: var(--soft); text-align: center }
.mail { padding: 20px 24px 0; border-bottom: 1px solid var(--line) }
.back { display: none }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 4px 24px; margin: 0 0 14px; font-size: 14px }
dl div { display: grid; grid-template-columns: 88px minmax(0, 1fr) }
dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
.attachments { list-style: none; display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 14px; padding: 0; font-size: 13px; color: var(--soft) }
.attachments li { padding: 4px 10px; border: 1px solid var(--line); border-radius: 6px }
.tabs { display: flex; gap: 4px }
.tabs a { padding: 8px 12px; border-bottom: 2px solid transparent; color: var(--soft); text-decoration: none }
.tabs a[aria-current] { border-color: var(--mark); color: inherit }
iframe { flex: 1; width: 100%; border: 0; background: #ffffff; color-scheme: light }
iframe.narrow { width: 375px; align-self: center; border: solid var(--line); border-width: 0 1px }
pre { flex: 1; overflow: auto; margin: 0; padding: 20px 24px; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 720px) {
  body { grid-template-columns: minmax(0, 1fr) }
  body:not(.open) main { display: none }
  body.open nav { display: none }
  .back { display: inline-block; margin-bottom: 8px }
  .mail { padding: 16px 16px 0 }
  iframe.narrow { width: 100%; border: 0 }
}
`
