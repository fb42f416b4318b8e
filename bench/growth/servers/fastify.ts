import fastify from 'fastify'
import { host, port } from '../../http/servers/work.ts'
import { bodyLimitBytes, fillTodos, openTodos, resourceCount } from './work.ts'

fillTodos()
const listTodos = openTodos()

const app = fastify({ bodyLimit: bodyLimitBytes })
app.get('/ping', () => 'pong')
app.post<{ Body: { text: string } }>(
  '/text',
  {
    schema: {
      body: {
        type: 'object',
        required: ['text'],
        properties: { text: { type: 'string', minLength: 1 } },
      },
    },
  },
  ({ body }) => ({ length: body.text.length }),
)
app.get<{ Params: { count: number } }>(
  '/todos/:count',
  { schema: { params: { type: 'object', properties: { count: { type: 'integer' } } } } },
  ({ params }) => ({ todos: listTodos(params.count) }),
)

for (let resource = 0; resource < resourceCount; resource++) {
  app.register(
    (scope, _options, done) => {
      const answer = ({ params }: { params: unknown }) => ({ resource, id: toId(params) })
      scope.get('/', () => ({ resource }))
      scope.get('/create', () => ({ resource }))
      scope.post('/', () => ({ resource }))
      scope.get('/:id', answer)
      scope.get('/:id/edit', answer)
      scope.put('/:id', answer)
      scope.delete('/:id', answer)
      scope.get('/:id/comments', answer)
      scope.post('/:id/comments', answer)
      scope.get('/:id/comments/:comment', answer)
      done()
    },
    { prefix: `/resource${resource}` },
  )
}

function toId(params: unknown): unknown {
  return params !== null && typeof params === 'object' && 'id' in params ? params.id : undefined
}

await app.listen({ host, port })
