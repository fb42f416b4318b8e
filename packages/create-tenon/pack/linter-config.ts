/**
 * What the compiler lets pass and a new application shall not: promises that nobody waits for.
 *
 * An event handler of a component may be asynchronous: nothing waits for its end.
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
