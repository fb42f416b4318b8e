import { toOwnUrl } from '../../../../web/routing/url.ts'
import type { ApplicationOptions } from '../../../../application/runtime/application-options.ts'
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
    render() {
      const application = findApplication()
      return application === undefined ? toIndex([], undefined) : toContents(application)
    },
    renderDetails(path) {
      const application = findApplication()
      if (application === undefined) return undefined
      const document = readDocument(application.routes, application)
      const operation = document.operations.find((each) => toAddress(each) === path)
      return operation && toOperationPage(operation, document, findOrigin())
    },
  }
}

function toContents(application: ApplicationOptions): Markup {
  const { routes, openapi } = application
  const document = readDocument(routes, application)
  const rest = routes.routes.length - document.operations.length
  return markup`${toIndex(toGroups(document), toDocumentPath(openapi))}
${rest > 0 ? markup`<p class="hint">Left out, because the handler does not say <code>.answers(…)</code>: ${rest} of ${routes.routes.length} routes.</p>` : undefined}
${toProblems(document)}`
}

type Groups = readonly (readonly [tag: string, operations: readonly DocumentedOperation[]])[]

function toGroups({ operations }: ReadableDocument): Groups {
  return [...Map.groupBy(operations, ({ tags: [tag = 'other'] = [] }) => tag)]
}

function toIndex(groups: Groups, path: string | undefined): Markup {
  const source =
    path === undefined
      ? markup`No document is served. Set <code>application({ openapi: { title, version } })</code>.`
      : markup`The document that programs read is <a href="${toOwnUrl(path)}"><code>${path}</code></a>.`
  const lists = groups.map(
    ([tag, operations]) => markup`<h2>${tag}</h2>\n${toOperations(tag, operations)}`,
  )
  return markup`<h1>API</h1>
<p class="lead">${source}</p>
${groups.length === 0 ? markup`<p class="empty">No handler declares its responses.</p>` : lists}`
}

function toOperations(tag: string, operations: readonly DocumentedOperation[]): Markup {
  return toTable(operations, {
    label: `Operations of ${tag}`,
    empty: '',
    columns: [
      { title: 'Operation', cell: toTitle },
      { title: 'Name', cell: ({ operationId }) => toCode(operationId, '.') },
      {
        title: 'Answers',
        cell: ({ responses }) => markup`<small>${Object.keys(responses).join(' ')}</small>`,
      },
    ],
  })
}

/** A link to the operation, above its summary if it has one. */
function toTitle(operation: DocumentedOperation): Markup {
  const { method, path, summary } = operation
  const link = markup`<a class="request" href="${toOwnUrl(dashboardPath)}/api/${toAddress(operation)}"><b>${method}</b> ${toCode(path, '/')}</a>`
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
