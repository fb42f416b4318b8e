/** With these, the compilers, the linter and the bundler need less CPU: `scripts/steps.ts` sets them. */
export const quickTools = {
  GOGC: process.env['GOGC'],
  GOMEMLIMIT: process.env['GOMEMLIMIT'],
  GOMAXPROCS: process.env['GOMAXPROCS'],
  MIMALLOC_ALLOW_THP: process.env['MIMALLOC_ALLOW_THP'],
}

/** The variables of this process that a program needs even if it gets its own environment. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  /** Where Node keeps compiled modules: an application then starts in half the time. */
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  ...quickTools,
}
