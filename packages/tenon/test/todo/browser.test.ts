import { describeInChromium } from './browser-contract.ts'
import { builtBinary } from './todo-binary.ts'

describeInChromium('the todo application', () => builtBinary)
