import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserType,
} from 'playwright'
import { clockShift, shiftClock } from '../site/run-clock.ts'

/** Where a Chromium is, or why there is none. */
export type FoundBrowser = { path: string } | { missing: string }

/** Chromium without windows, Debian's: an open page takes less of a processor, and is the same. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const systemPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/**
 * Chromium loads two pages of its own address bar for every window, which takes a slow processor from the page under
 * test. The switch is taken whole: the last three are ours, the rest is Playwright's list.
 */
export const withoutFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
].join(',')
/**
 * What starts a second process for every page of a test: one ahead, which no context uses, and one that takes the place
 * of the empty tab's at the first answer that names a policy for its openers.
 */
const secondProcesses = 'SpareRendererForSitePerProcess,CrossOriginOpenerPolicy'
/** Without these a browser on a closed network spends its time on look-ups of its own. */
const quiet = [
  `--disable-features=${withoutFeatures}${process.env['VITEST'] === undefined ? '' : `,${secondProcesses}`}`,
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
]

/** An ordinary phone: isbot takes HeadlessChrome for a crawler, which gets another answer. */
export const phoneAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

/**
 * Finds a browser: the variable BROWSER_PATH, Playwright's own, the system's; else Playwright's download, else
 * Debian's package when this is root.
 */
export function findBrowser(): FoundBrowser {
  const there = installedBrowser()
  if (there !== undefined) return { path: there }
  spawnSync('npx', ['playwright', 'install', 'chromium'], { timeout: 120_000 })
  const downloaded = installedBrowser()
  if (downloaded !== undefined) return { path: downloaded }
  const missing = installPackages('chromium fonts-noto-cjk')
  if (missing !== undefined) return { missing: `no Chromium, no download, and ${missing}` }
  const installed = installedBrowser()
  return installed === undefined ? { missing: 'Chromium was installed but not found' } : { path: installed }
}

/**
 * Installs Debian's Chromium without windows beside the other one when this is root and it can be had within a minute:
 * tests go without it too.
 */
export function installHeadlessShell(): void {
  if (process.env['BROWSER_PATH'] === undefined && !existsSync(headlessShell))
    installPackages('chromium-headless-shell', 60_000)
}

/** Finds the browser that opens the pages of tests: the one without windows if it is there. */
function findTestBrowser(): FoundBrowser {
  const isGiven = process.env['BROWSER_PATH'] !== undefined
  return !isGiven && existsSync(headlessShell) ? { path: headlessShell } : findBrowser()
}

/** Finds a Firefox: the variable FIREFOX_PATH, Debian's; else Debian's package when this is root. */
export function findFirefox(): FoundBrowser {
  const there = installedFirefox()
  if (there !== undefined) return { path: there }
  const missing = installPackages('firefox-esr fonts-noto-cjk')
  if (missing !== undefined) return { missing: `no Firefox, and ${missing}` }
  const installed = installedFirefox()
  return installed === undefined ? { missing: 'Firefox was installed but not found' } : { path: installed }
}

/** Why Debian's packages could not be installed; undefined when they were. Each of two steps may take so many ms. */
function installPackages(names: string, timeout?: number): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can install one'
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of ['update', `install -y --no-install-recommends ${names}`]) {
    const done = spawnSync('apt-get', command.split(' '), { env: environment, encoding: 'utf8', timeout })
    if (done.status !== 0) return `apt-get ${command} failed`
  }
  return undefined
}

function installedFirefox(): string | undefined {
  const candidates = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr']
  return candidates.find((candidate) => candidate !== undefined && existsSync(candidate))
}

function installedBrowser(): string | undefined {
  const candidates = [process.env['BROWSER_PATH'], chromium.executablePath(), ...systemPaths]
  return candidates.find((candidate) => candidate !== undefined && existsSync(candidate))
}

/** The browser that the last file of this Vitest worker closed: to launch one takes seconds. */
let idleBrowser: Browser | undefined

/**
 * Opens the browser that the run found. The files of a Vitest worker use one after another: there `close` closes its
 * contexts, and it ends with the worker.
 */
export async function openBrowser(): Promise<Browser> {
  const browser = idleBrowser?.isConnected() === true ? idleBrowser : await launchBrowser()
  idleBrowser = undefined
  return browser
}

async function launchBrowser(): Promise<Browser> {
  const isTest = process.env['VITEST'] !== undefined
  const found = isTest ? findTestBrowser() : findBrowser()
  if ('missing' in found) throw new Error(found.missing)
  const browser = onRunClock(await chromium.launch({ executablePath: found.path, args: quiet }))
  if (!isTest) return browser
  const end = browser.close.bind(browser)
  return Object.assign(browser, {
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      if (idleBrowser === undefined || idleBrowser === browser) idleBrowser = browser
      else await end()
    },
  })
}

/**
 * Opens the Firefox that the run found, as it is, by WebDriver BiDi: from version 1.65 on Playwright sends it a command
 * that Debian's does not know yet.
 */
export async function openFirefox(): Promise<Browser> {
  const found = findFirefox()
  if ('missing' in found) throw new Error(found.missing)
  const { firefox }: { firefox: BrowserType } = createRequire(import.meta.url)('playwright-bidi')
  return onRunClock(await firefox.launch({ channel: 'moz-firefox', executablePath: found.path }))
}

/** Gives all pages of a browser the clock of this process; its cookies and its cache stay on the machine's. */
function onRunClock(browser: Browser): Browser {
  const open = browser.newContext.bind(browser)
  return Object.assign(browser, {
    async newContext(options?: BrowserContextOptions) {
      const context = await open(options)
      if (clockShift() !== 0) await context.addInitScript(shiftClock, clockShift())
      return context
    },
  })
}

/** A phone of 390 px (or what the options say), with an ordinary user agent and Chinese as its language. */
export function openPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    userAgent: phoneAgent,
    ...options,
  })
}
