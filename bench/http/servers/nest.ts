import 'reflect-metadata'
import {
  Body,
  Catch,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  HttpException,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Put,
  Redirect,
  Req,
  Res,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
  type ArgumentsHost,
  type CanActivate,
  type CallHandler,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
  type ValidationError,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { IsEmail, IsInt, IsString, Min, MinLength } from 'class-validator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tap } from 'rxjs'
import { openDrizzleTodos } from './drizzle/better-sqlite3.ts'
import { adminToken, host, port, resources, toDocument, toUser } from './work.ts'

/**
 * The application as in NestJS's guide: controllers, guards, an interceptor, pipes and
 * class-validator, on its Fastify adapter. Decorators are applied as functions, because Node cannot
 * run decorator syntax.
 */
const todos = openDrizzleTodos()

type Decorator = (target: object, key: string, descriptor: PropertyDescriptor) => void
type ParameterDecorator = (target: object, key: string, index: number) => void

function decorate(
  type: { readonly prototype: object },
  key: string,
  decorators: readonly unknown[],
  parameters: readonly unknown[] = [],
): void {
  const target = type.prototype
  const descriptor = Object.getOwnPropertyDescriptor(target, key) ?? {}
  parameters.forEach((each, index) => (each as ParameterDecorator)(target, key, index))
  for (const each of decorators) (each as Decorator)(target, key, descriptor)
}

function typed(type: { readonly prototype: object }, key: string, types: readonly unknown[]): void {
  Reflect.defineMetadata('design:paramtypes', types, type.prototype, key)
}

class UserInput {
  declare name: string
  declare email: string
  declare age: number
}
IsString()(UserInput.prototype, 'name')
MinLength(1, { message: 'Name is required' })(UserInput.prototype, 'name')
IsEmail()(UserInput.prototype, 'email')
IsInt()(UserInput.prototype, 'age')
Min(18)(UserInput.prototype, 'age')

class TodoInput {
  declare title: string
}
IsString({ message: 'Title is required' })(TodoInput.prototype, 'title')
MinLength(1, { message: 'Title is required' })(TodoInput.prototype, 'title')

const validation = new ValidationPipe({
  exceptionFactory: (failures) =>
    new HttpException({ message: 'The given data was invalid', errors: toErrors(failures) }, 422),
})

const pageValidation = new ValidationPipe({
  exceptionFactory: (failures) => {
    const props = { todo: null, errors: toErrors(failures) }
    const page = { component: 'Todos/Create', props, url: '/todos/create', version: '' }
    return new HttpException(page, 422)
  },
})

function toErrors(failures: readonly ValidationError[]): object {
  return Object.fromEntries(
    failures.map(({ property, constraints = {} }) => [property, Object.values(constraints)[0]]),
  )
}

const pageHeaders = {
  vary: 'X-Inertia',
  'x-inertia': 'true',
  'cache-control': 'private, no-cache',
}

class ErrorFilter implements ExceptionFilter<HttpException> {
  catch(exception: HttpException, site: ArgumentsHost) {
    const reply = site.switchToHttp().getResponse<FastifyReply>()
    const body = exception.getResponse()
    if (exception.getStatus() === 404) {
      return reply.status(404).type('text/plain; charset=utf-8').send('404 Not Found')
    }
    if (typeof body === 'object' && 'component' in body) reply.headers(pageHeaders)
    return reply.status(exception.getStatus()).send(body)
  }
}
Catch(HttpException)(ErrorFilter)

class RootController {
  ping() {
    return 'pong'
  }
  showUser(id: number) {
    return toUser(id)
  }
  storeUser(body: UserInput) {
    return { id: 1, name: body.name }
  }
}
Controller()(RootController)
decorate(RootController, 'ping', [Get('ping'), Header('content-type', 'text/plain; charset=utf-8')])
decorate(RootController, 'showUser', [Get('users/:id')], [Param('id', ParseIntPipe)])
decorate(RootController, 'storeUser', [Post('users'), HttpCode(200)], [Body(validation)])
typed(RootController, 'storeUser', [UserInput])

type WithUser = FastifyRequest & { user?: string }

class Identify implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<WithUser>()
    if (request.headers.authorization !== adminToken) throw new HttpException('Unauthorized', 401)
    request.user = 'ada'
    return true
  }
}
class Authorize implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<WithUser>().user === 'ada'
  }
}
class Stamp implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const reply = context.switchToHttp().getResponse<FastifyReply>()
    return next.handle().pipe(tap(() => void reply.header('x-served-by', 'bench')))
  }
}
for (const type of [Identify, Authorize, Stamp]) Injectable()(type)

class AdminController {
  stats(request: WithUser) {
    return { user: request.user }
  }
}
Controller('admin')(AdminController)
UseGuards(Identify, Authorize)(AdminController)
UseInterceptors(Stamp)(AdminController)
decorate(AdminController, 'stats', [Get('stats')], [Req()])

class TodoController {
  index(request: FastifyRequest, reply: FastifyReply) {
    const props = { todos: todos.all(), errors: {} }
    const page = { component: 'Todos/Index', props, url: request.url, version: '' }
    if (request.headers['x-inertia'] === 'true') {
      reply.headers(pageHeaders)
      return page
    }
    reply.type('text/html; charset=utf-8')
    return toDocument(page)
  }
  show(id: number) {
    const todo = todos.find(id)
    if (todo === undefined) throw new NotFoundException()
    return todo
  }
  store(body: TodoInput) {
    todos.create(body.title)
  }
}
Controller('todos')(TodoController)
decorate(TodoController, 'index', [Get()], [Req(), Res({ passthrough: true })])
decorate(TodoController, 'show', [Get(':todo')], [Param('todo', ParseIntPipe)])
decorate(TodoController, 'store', [Post(), Redirect('/todos', 303)], [Body(pageValidation)])
typed(TodoController, 'store', [TodoInput])

const resourceControllers = resources.map((resource) => {
  class ResourceController {
    index() {
      return { resource, action: 'index' }
    }
    create() {
      return { resource, action: 'create' }
    }
    store() {
      return { resource, action: 'store' }
    }
    show(id: string) {
      return { resource, action: 'show', id }
    }
    edit(id: string) {
      return { resource, action: 'edit', id }
    }
    update(id: string) {
      return { resource, action: 'update', id }
    }
    destroy(id: string) {
      return { resource, action: 'destroy', id }
    }
  }
  Controller(resource)(ResourceController)
  decorate(ResourceController, 'index', [Get()])
  decorate(ResourceController, 'create', [Get('create')])
  decorate(ResourceController, 'store', [Post()])
  decorate(ResourceController, 'show', [Get(':id')], [Param('id')])
  decorate(ResourceController, 'edit', [Get(':id/edit')], [Param('id')])
  decorate(ResourceController, 'update', [Put(':id')], [Param('id')])
  decorate(ResourceController, 'destroy', [Delete(':id')], [Param('id')])
  return ResourceController
})
class AppModule {}
Module({
  controllers: [RootController, AdminController, TodoController, ...resourceControllers],
})(AppModule)

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: false,
})
app.useGlobalFilters(new ErrorFilter())
await app.listen(port, host)
