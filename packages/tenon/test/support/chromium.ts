import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser } from 'playwright-core'

const run = promisify(execFile)

/** How to start a Chromium: the program, and the environment that it needs to find its libraries. */
export interface ChromiumProgram {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * Starts a Chromium with an empty profile; `await using` closes it and removes the profile.
 *
 * The program is `CHROMIUM_PATH`, else the one of the npm package `@sparticuz/chromium`, which runs on
 * a bare machine: as root, without system libraries and without fonts. An installed browser is used only
 * if that one does not start, so that every Linux machine runs the tests in the same browser.
 *
 * `flags` are added to Chromium's command line.
 */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const program = await findChromium()
  return chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env },
    args: [...chromiumFlags, ...flags],
  })
}

let known: Promise<ChromiumProgram> | undefined

/** Finds the Chromium that `launchChromium` starts, once in a process. */
export function findChromium(): Promise<ChromiumProgram> {
  known ??= lookForChromium()
  return known
}

async function lookForChromium(): Promise<ChromiumProgram> {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return wholeBrowser(chosen)

  const found = (await findPackagedChromium()) ?? (await findInstalledChromium())
  if (found !== undefined) return found
  throw new Error(
    `The Chromium from npm does not start on ${process.platform}-${process.arch}, and no other was found. ` +
      'Install Chromium or Chrome, or name one in CHROMIUM_PATH.',
  )
}

/**
 * The Chromium of `@sparticuz/chromium`, unpacked once per user and version below the temporary folder, or below
 * `TEST_LASTING` if the temporary folder is removed after the run; `undefined` if it does not start.
 */
export async function findPackagedChromium(): Promise<ChromiumProgram | undefined> {
  const home = await unpackedHome()
  const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: home }
  const bare = { executablePath: join(home, 'chromium'), env: fonts }
  const libraries = [join(home, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']]
  const supplied = {
    ...bare,
    env: { ...fonts, LD_LIBRARY_PATH: libraries.filter(Boolean).join(delimiter) },
  }
  return findStarting([bare, supplied])
}

function findInstalledChromium(): Promise<ChromiumProgram | undefined> {
  return findStarting(installedPaths().map(wholeBrowser))
}

/** An installed browser, which has windows. */
function wholeBrowser(path: string): ChromiumProgram {
  const executablePath = join(import.meta.dirname, 'whole-browser.sh')
  return { executablePath, env: { WHOLE_BROWSER: path } }
}

async function findStarting(
  programs: readonly ChromiumProgram[],
): Promise<ChromiumProgram | undefined> {
  for (const program of programs) if (await answers(program)) return program
  return undefined
}

// Playwright adds --headless, --no-sandbox and a fresh --user-data-dir by itself.
const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const applicationPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function installedPaths(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => programNames.map((name) => join(folder, name)))
  return [...onPath, ...applicationPaths].filter((path) => existsSync(path))
}

/** Whether the program starts: Ubuntu installs a `chromium-browser` that only prints advice. */
async function answers(program: ChromiumProgram): Promise<boolean> {
  try {
    await run(program.executablePath, ['--version'], {
      env: { ...process.env, ...program.env },
      timeout: 10_000,
    })
    return true
  } catch {
    // Safe: the next program is tried, and `lookForChromium` throws if none starts.
    return false
  }
}

async function unpackedHome(): Promise<string> {
  const packageHome = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(await readFile(join(packageHome, 'package.json'), 'utf8'))
  const lasting = process.env['TEST_LASTING'] ?? tmpdir()
  const home = join(lasting, `tenon-chromium-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(home)) return assertOwn(home)

  // Complete or absent: unpacked elsewhere and renamed, because several test files may start at once.
  const staging = await mkdtemp(`${home}-`)
  try {
    await unpack(join(packageHome, 'bin'), staging)
    await rename(staging, home)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (!existsSync(home)) throw error
  }
  return assertOwn(home)
}

/** Rejects a folder that another user has created in the shared temporary folder. */
async function assertOwn(home: string): Promise<string> {
  const { uid } = await stat(home)
  if (uid !== (process.getuid?.() ?? uid))
    throw new Error(`"${home}" belongs to another user; remove it.`)
  return home
}

async function unpack(archives: string, target: string): Promise<void> {
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => join(archives, name))
  // The package only unpacks into os.tmpdir(), hence a process with a different temporary folder.
  await run(process.execPath, ['--input-type=module', '--eval', inflateScript, ...files], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: target, NODE_OPTIONS: '' },
  })
  await writeFile(join(target, 'fonts.conf'), fontsConfiguration)
}

const inflateScript = `
  import { inflate } from '@sparticuz/chromium'
  await Promise.all(process.argv.slice(1).map((file) => inflate(file)))`

const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`
