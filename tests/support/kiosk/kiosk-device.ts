import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type Page } from 'playwright'
import { findBrowser } from '../browser/browser.ts'
import type { KioskSite } from './kiosk-site.ts'

/** An ordinary tablet. */
export const tabletAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

/** A browser that keeps its profile in a folder and can be killed in the middle of its work. */
export type KillableBrowser = {
  page: Page
  /** Ends all its processes by SIGKILL. */
  kill: () => Promise<void>
}

/** Starts a browser of its own processes on a profile. */
export async function startKillableBrowser(profile: string): Promise<KillableBrowser> {
  const found = findBrowser()
  if ('missing' in found) throw new Error(found.missing)
  const child = spawn(
    found.path,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--lang=zh-CN',
      `--user-agent=${tabletAgent}`,
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const { pid } = child
  if (pid === undefined) throw new Error('the browser did not start')
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const browser = await chromium.connectOverCDP(await addressIn(child.stderr))
  return {
    page: await firstPage(browser),
    async kill() {
      process.kill(-pid, 'SIGKILL')
      await ended
    },
  }
}

function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: output })
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    lines.on('close', () => reject(new Error('the browser ended before it listened')))
  })
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('a browser has a context')
  return context.pages()[0] ?? (await context.newPage())
}

/** Makes a page a kiosk by a pairing code, as staff do, and waits until it may be cut off. */
export async function pairPage(
  page: Page,
  site: KioskSite,
  name: string,
  address = '/parents/',
): Promise<void> {
  const code = await site.pairingCode(name)
  await page.goto(site.url + address)
  await page.click('#pairing summary')
  await page.fill('#pairing-code', code)
  await page.press('#pairing-code', 'Enter')
  await page.waitForSelector('header:has-text("离线可用")')
}

/** Types something into the main field and presses Enter; resolves to the result's heading. */
export async function find(page: Page, typed: string): Promise<string> {
  await page.fill('#find', typed)
  await page.press('#find', 'Enter')
  return outcomeOf(page)
}

/** The heading of the result that stands, or comes, on the screen. */
export async function outcomeOf(page: Page): Promise<string> {
  return (await page.locator('[role="alert"] h1').textContent()) ?? ''
}

/** On to the next guest: resolves once the main field waits for what is typed or scanned. */
export async function next(page: Page): Promise<void> {
  // An Enter so soon after a scan would be taken for the scanner's second one.
  await page.click('button:text-is("下一位")')
  await page.waitForSelector('#find:focus')
}
