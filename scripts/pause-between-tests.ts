import { beforeEach } from 'node:test'

// Taken before a test replaces it.
const nextTurn = setImmediate

/*
 * Many tests block their process with a command, such as a compiler. Without this pause, tests that wait for nothing else
 * run within one turn of the event loop, and the report prints nothing until that turn ends. After minutes without output,
 * a run is stopped as hung.
 */
beforeEach(() => new Promise((resolve) => nextTurn(resolve)))
