import { spawn } from 'node:child_process'

/** Opens `url` in the desktop's browser, or prints it if that fails. */
export function openBrowser(url: string, fail: (line: string) => void): void {
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', () => fail(`No browser could be opened. The application is at ${url}`))
  child.unref()
}

/** The program that opens a URL, by operating system. Others use the one of freedesktop.org. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}
