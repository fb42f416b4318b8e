/**
 * Reports promises that nobody awaits: the compiler accepts them, but a new application must not contain any.
 *
 * An event handler of a component may be asynchronous: nothing waits for it.
 */
export const linterConfig = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  options: { typeAware: true },
  rules: {
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', package: 'node:test', name: ['describe', 'it', 'test'] },
        ],
      },
    ],
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  },
} as const
