import type { BrowserContext, Page } from 'playwright'

/** What an engine lacks: properties by their path, and storage that throws when it is touched. */
export type Lack = { properties?: readonly string[]; forbidden?: readonly string[]; scrollOptions?: true }

const newProperties = [
  'fetch',
  'AbortController',
  'URLSearchParams',
  'IntersectionObserver',
  'ResizeObserver',
  'TextEncoderStream',
  'requestIdleCallback',
  'queueMicrotask',
  'structuredClone',
  'globalThis',
  'HTMLDialogElement',
  'HTMLDialogElement.prototype.showModal',
  'SubmitEvent.prototype.submitter',
  'Document.prototype.startViewTransition',
  'Element.prototype.replaceChildren',
  'HTMLImageElement.prototype.loading',
  'MediaQueryList.prototype.addEventListener',
  'Promise.allSettled',
  'Promise.prototype.finally',
  'Object.fromEntries',
  'Object.hasOwn',
  'Array.prototype.at',
  'Array.prototype.flat',
  'Array.prototype.flatMap',
  'Array.prototype.findLast',
  'Array.prototype.toSorted',
  'String.prototype.at',
  'String.prototype.matchAll',
  'String.prototype.replaceAll',
  'Intl.Segmenter',
  'Intl.RelativeTimeFormat',
  'crypto.randomUUID',
  'Navigator.prototype.share',
  'Navigator.prototype.clipboard',
  'Navigator.prototype.permissions',
  'Navigator.prototype.serviceWorker',
  'Navigator.prototype.connection',
  'Navigator.prototype.geolocation',
] as const

const storages = ['localStorage', 'sessionStorage', 'indexedDB']
const all: Lack = { properties: newProperties, forbidden: storages, scrollOptions: true }

const before = (...has: string[]) => newProperties.filter((name) => !has.includes(name))

/** Engines that lack much at once: the two at the floor of the product, and one that would lack all of it. */
export const oldEngines: readonly [name: string, lack: Lack][] = [
  [
    'Chrome 64',
    {
      properties: before(
        'fetch',
        'URLSearchParams',
        'IntersectionObserver',
        'ResizeObserver',
        'requestIdleCallback',
        'HTMLDialogElement',
        'HTMLDialogElement.prototype.showModal',
        'Promise.prototype.finally',
        'Navigator.prototype.permissions',
        'Navigator.prototype.serviceWorker',
        'Navigator.prototype.connection',
        'Navigator.prototype.geolocation',
      ),
    },
  ],
  [
    'Safari 12',
    {
      properties: [
        ...before(
          'fetch',
          'URLSearchParams',
          'AbortController',
          'Array.prototype.flat',
          'Array.prototype.flatMap',
          'Promise.prototype.finally',
          'Navigator.prototype.serviceWorker',
          'Navigator.prototype.geolocation',
        ),
        'PointerEvent',
      ],
      scrollOptions: true,
    },
  ],
  // The oldest ones that take the pages over.
  [
    'Chrome 71',
    {
      properties: before(
        'fetch',
        'URLSearchParams',
        'AbortController',
        'IntersectionObserver',
        'ResizeObserver',
        'TextEncoderStream',
        'requestIdleCallback',
        'queueMicrotask',
        'globalThis',
        'HTMLDialogElement',
        'HTMLDialogElement.prototype.showModal',
        'Promise.prototype.finally',
        'Array.prototype.flat',
        'Array.prototype.flatMap',
        'Intl.RelativeTimeFormat',
        'Navigator.prototype.permissions',
        'Navigator.prototype.serviceWorker',
        'Navigator.prototype.connection',
        'Navigator.prototype.geolocation',
      ),
    },
  ],
  ['everything', all],
  ['storage', { forbidden: storages }],
]

/** Each on its own. */
export const singleLacks: readonly [name: string, lack: Lack][] = [
  ...newProperties.map((name): [string, Lack] => [name, { properties: [name] }]),
  ...storages.map((name): [string, Lack] => [name, { forbidden: [name] }]),
  ['options of scrollTo', { scrollOptions: true }],
]

/** Takes it away before any script of a page runs. */
export async function removeFeature(context: BrowserContext, lack: Lack): Promise<void> {
  await context.addInitScript(({ properties = [], forbidden = [], scrollOptions }: Lack) => {
    for (const path of properties) {
      const names = path.split('.')
      const last = names.pop() ?? ''
      let owner: unknown = window
      for (const name of names)
        owner = typeof owner === 'undefined' ? owner : Reflect.get(Object(owner), name)
      if (owner === undefined) continue
      Reflect.deleteProperty(Object(owner), last)
      // Inherited from another interface.
      if (last in Object(owner)) Object.defineProperty(owner, last, { value: undefined })
    }
    for (const name of forbidden) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError')
        },
      })
    }
    if (scrollOptions === true) {
      const scroll = window.scrollTo.bind(window)
      window.scrollTo = (x?: unknown, y?: number) => {
        if (typeof x !== 'number' || y === undefined) throw new TypeError('Not enough arguments')
        scroll(x, y)
      }
    }
  }, lack)
}

/** Lets the scripts of a page come to rest, and uses the page as a visitor does at once. */
export async function awaitIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.mouse.move(5, 200)
  await page.keyboard.press('Shift')
  await page
    .waitForFunction(() => document.querySelector('[data-announcer]') !== null, undefined, {
      timeout: 700,
    })
    .catch(() => undefined)
  await page.mouse.move(9, 210)
}
