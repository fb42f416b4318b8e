// Loaded before every script, by `node --import`; JavaScript, so that an older Node can read it.
const oldest = 24

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(
    `This is Node ${process.versions.node} and Tenon needs ${oldest} or newer: ` +
      'run "npm install", which brings one where it can, or install it from https://nodejs.org.',
  )
  process.exit(1)
}
