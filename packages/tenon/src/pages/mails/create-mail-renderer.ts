import { languageSources } from '../../base/language/current-language.ts'
import { timeZoneSources } from '../../base/language/current-time-zone.ts'
import { supplyRoutes } from '../client/supplied-routes.ts'
import { addressBuiltFiles, type AddressFiles } from './file-urls.ts'
import { mailsFolder, toMailFile, type MailFramework } from './mail-name.ts'
import type { MailContext, RenderedMail, RenderMail } from './mail-renderer.ts'

/** The exports of the module of an application's mails: its files, and the render functions of its frameworks. */
export interface MailModules {
  /** The modules by path, such as `/resources/mails/Invoice.tsx`. */
  readonly files: Readonly<Record<string, LoadModule>>
  readonly renderers: Readonly<Partial<Record<MailFramework, RenderComponent>>>
}

type LoadModule = () => Promise<unknown>
type RenderComponent = (component: unknown, props: object) => Promise<string>

/** Creates the renderer of an application's mails. In a build, this runs inside the built module. */
export function createMailRenderer(
  { files, renderers }: MailModules,
  addressFiles: AddressFiles = addressBuiltFiles,
): RenderMail {
  const prefix = `/${mailsFolder}/`
  const mails = new Map(
    Object.entries(files).flatMap(([path, load]) => {
      const file = toMailFile(path.slice(prefix.length))
      return file === undefined ? [] : [[file.name, { load, framework: file.framework }] as const]
    }),
  )
  const renderMail = async (name: string, propsJson: string, context: MailContext) => {
    const found = mails.get(name)
    const render = found && renderers[found.framework]
    if (found === undefined || render === undefined) return undefined
    const mail = await renderModule(await found.load(), render, { propsJson, context })
    return { ...mail, html: addressFiles(mail.html, context) }
  }
  const sampleOf = async (name: string): Promise<unknown> => {
    const sample = memberOf(await mails.get(name)?.load(), 'sample')
    return typeof sample === 'function' ? sample() : sample
  }
  return Object.assign(renderMail, { names: [...mails.keys()].toSorted(), sampleOf })
}

interface MailCall {
  readonly propsJson: string
  readonly context: MailContext
}

async function renderModule(
  module: unknown,
  render: RenderComponent,
  { propsJson, context }: MailCall,
): Promise<RenderedMail> {
  // Sound: `mail()` writes an object.
  const props = JSON.parse(propsJson) as Readonly<Record<string, unknown>>
  supplyRoutes(context.routes, context)
  languageSources.ofCall = context.findLanguage
  timeZoneSources.ofCall = context.findTimeZone
  const html = await render(memberOf(module, 'default'), props)
  return {
    html: toDocument(html),
    subject: toSubject(memberOf(module, 'subject'), props),
  }
}

function memberOf(module: unknown, name: string): unknown {
  return typeof module === 'object' && module !== null ? Reflect.get(module, name) : undefined
}

/** The subject: the export `subject`, a text or a function of the props; without it, the prop `subject`. */
function toSubject(
  exported: unknown,
  props: Readonly<Record<string, unknown>>,
): string | undefined {
  const found: unknown = typeof exported === 'function' ? exported(props) : exported
  const subject = found ?? props['subject']
  return typeof subject === 'string' ? subject : undefined
}

/** Creates a document from markup. Removes the marks for hydration, and preloads. */
function toDocument(markup: string): string {
  const plain = markup
    .replaceAll(/<!--(?:\/?\$[?!]?|\/?[[\]]| |)-->/g, '')
    .replaceAll(/<link rel="preload"[^>]*>/g, '')
  return /^\s*<!doctype/i.test(plain) ? plain : `<!doctype html>\n${plain}`
}
