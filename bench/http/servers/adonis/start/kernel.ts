import server from '@adonisjs/core/services/server'
import router from '@adonisjs/core/services/router'

server.errorHandler(() => import('../app/exceptions.ts'))
router.use([() => import('@adonisjs/core/bodyparser_middleware')])
