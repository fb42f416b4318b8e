export const pageHeaders = [
  ['vary', 'X-Inertia'],
  ['x-inertia', 'true'],
  ['cache-control', 'private, no-cache'],
] as const
