import { toOwnUrl } from '../../../../web/routing/url.ts'
import type { ApplicationOptions } from '../../../../application/runtime/application-options.ts'
import { findDocument } from '../../../../application/contract/documents.ts'
import { toDocumentPath } from '../../../../application/contract/serve-document.ts'
import { markup, type Markup } from '../../markup.ts'
import { dashboardPath, type Section } from '../../section.ts'
import { toTable } from '../../tables.ts'
import {
  readDocument,
  type DocumentedOperation,
  type ReadableDocument,
} from './documented-operation.ts'
import { toOperationPage } from './operation-page.ts'

export interface ApiSectionOptions {
  readonly findApplication: () => ApplicationOptions | undefined
  /** The origin of the application, for commands to copy. */
  readonly findOrigin: () => string
}

/** Shows the API that the application offers to programs, from its OpenAPI document. */
export function apiSection({ findApplication, findOrigin }: ApiSectionOptions): Section {
  return {
    name: 'api',
    title: 'API',
    render(query) {
      const application = findApplication()
      if (application === undefined) return toIndex([], undefined)
      return toContents(application, nameIn(query))
    },
    renderDetails(path, query) {
      const application = findApplication()
      const chosen = application && findDocument(application, nameIn(query))
      if (chosen === undefined || typeof chosen === 'string') return undefined
      const document = readDocument(chosen)
      const operation = document.operations.find((each) => toAddress(each) === path)
      return (
        operation &&
        toOperationPage(operation, document, {
          origin: findOrigin(),
          list: toListUrl(nameIn(query)),
        })
      )
    },
  }
}

/** The name of the document that is chosen, such as that of a version; `undefined` for that of all routes. */
function nameIn(query: URLSearchParams): string | undefined {
  return query.get('document') ?? undefined
}

function toContents(application: ApplicationOptions, name: string | undefined): Markup {
  const chosen = findDocument(application, name)
  if (typeof chosen === 'string') {
    return markup`<h1>API</h1>\n${toChoice(application, name)}\n<p class="empty">${chosen}</p>`
  }
  const { routes, options } = chosen
  const document = readDocument(chosen)
  const rest = routes.routes.length - document.operations.length
  const path = application.openapi && toDocumentPath(options)
  return markup`${toIndex(toGroups(document), path, { name, choice: toChoice(application, name) })}
${rest > 0 ? markup`<p class="hint">Left out, because the handler does not say <code>.answers(…)</code>: ${rest} of ${routes.routes.length} routes.</p>` : undefined}
${toProblems(document)}`
}

/** Links to the documents, if there are several. */
function toChoice({ openapi }: ApplicationOptions, chosen: string | undefined): Markup | undefined {
  const names = Object.keys(openapi?.documents ?? {})
  if (names.length === 0) return undefined
  const links = [undefined, ...names].map((name) => {
    const current = name === chosen ? markup` aria-current="page"` : undefined
    return markup`<a href="${toListUrl(name)}"${current}>${name ?? 'All routes'}</a>\n`
  })
  return markup`<nav aria-label="Documents">${links}</nav>`
}

/** The URL of the list of operations of a document. */
function toListUrl(name: string | undefined): string {
  return `${toOwnUrl(dashboardPath)}/api${toQuery(name)}`
}

function toQuery(name: string | undefined): string {
  return name === undefined ? '' : `?document=${encodeURIComponent(name)}`
}

/** The document that is chosen, and the links to choose another. */
interface Choice {
  readonly name?: string | undefined
  readonly choice?: Markup | undefined
}

type Groups = readonly (readonly [tag: string, operations: readonly DocumentedOperation[]])[]

function toGroups({ operations }: ReadableDocument): Groups {
  return [...Map.groupBy(operations, ({ tags: [tag = 'other'] = [] }) => tag)]
}

function toIndex(groups: Groups, path: string | undefined, { name, choice }: Choice = {}): Markup {
  const source =
    path === undefined
      ? markup`No document is served. Set <code>application({ openapi: { title, version } })</code>.`
      : markup`The document that programs read is <a href="${toOwnUrl(path)}"><code>${path}</code></a>.`
  const lists = groups.map(
    ([tag, operations]) => markup`<h2>${tag}</h2>\n${toOperations(tag, operations, name)}`,
  )
  return markup`<h1>API</h1>
${choice}
<p class="lead">${source}</p>
${groups.length === 0 ? markup`<p class="empty">No handler declares its responses.</p>` : lists}`
}

function toOperations(
  tag: string,
  operations: readonly DocumentedOperation[],
  name: string | undefined,
): Markup {
  return toTable(operations, {
    label: `Operations of ${tag}`,
    empty: '',
    columns: [
      { title: 'Operation', cell: (operation) => toTitle(operation, name) },
      { title: 'Name', cell: ({ operationId }) => toCode(operationId, '.') },
      {
        title: 'Answers',
        cell: ({ responses }) => markup`<small>${Object.keys(responses).join(' ')}</small>`,
      },
    ],
  })
}

/** A link to the operation, above its summary if it has one. */
function toTitle(operation: DocumentedOperation, name: string | undefined): Markup {
  const { method, path, summary } = operation
  const link = markup`<a class="request" href="${toOwnUrl(dashboardPath)}/api/${toAddress(operation)}${toQuery(name)}"><b>${method}</b> ${toCode(path, '/')}</a>`
  return summary === undefined ? link : markup`${link}<br><small>${summary}</small>`
}

/** Code that narrow windows break before a mark, and not within words. */
function toCode(text: string, mark: string): Markup {
  const [first = '', ...rest] = text.split(mark)
  return markup`<code class="whole">${first}${rest.map((part) => markup`<wbr>${mark}${part}`)}</code>`
}

function toAddress({ operationId }: DocumentedOperation): string {
  return encodeURIComponent(operationId)
}

function toProblems({ problems }: ReadableDocument): Markup | undefined {
  if (problems.length === 0) return undefined
  return markup`<h2>What the document cannot say</h2>
<ul>${problems.map((problem) => markup`<li>${problem}</li>\n`)}</ul>`
}
