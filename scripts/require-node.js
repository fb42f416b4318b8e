// Loaded before every script, by `node --import`; JavaScript, so that an older Node can read it.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `This is Node ${process.versions.node} and Tenon needs 24.7 or newer: ` +
      'run "npm install", which brings one where it can, or install it from https://nodejs.org.',
  )
  process.exit(1)
}
