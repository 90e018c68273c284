const storageKey = 'scroll-places'
/** How many pages of a tab keep their place. */
const most = 50
/** How long late parts of a page may take to give it its height again, in ms. */
const patienceMs = 2000

let shownKey = 'default'

/** The history key of the page that is seen now. */
export function showsPage(key: string): void {
  shownKey = key
}

/** Keeps how far the shown page is scrolled, in px. */
export function keepPlace(): void {
  const places = readPlaces().filter(([known]) => known !== shownKey)
  places.push([shownKey, window.scrollY])
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(places.slice(-most)))
  } catch {
    // Storage may be forbidden: then pages begin at their top.
  }
}

/** Scrolls to where the visitor left this page, as soon as it is high enough; the visitor's own scrolling ends it. */
export function restorePlace(key: string): void {
  const place = readPlaces().find(([known]) => known === key)?.[1] ?? 0
  const end = Date.now() + patienceMs
  let given = false
  const give = () => (given = true)
  for (const type of ['wheel', 'touchstart', 'keydown']) {
    window.addEventListener(type, give, { once: true, passive: true })
  }
  const attempt = () => {
    if (given) return
    scrollTo(place)
    if (Math.abs(window.scrollY - place) > 1 && Date.now() < end) setTimeout(attempt, 50)
  }
  attempt()
}

/** Scrolls to a height at once, in px. */
export function scrollTo(top: number): void {
  try {
    window.scrollTo({ top, behavior: 'instant' })
  } catch {
    // Before Safari 14: no options, and nothing but at once.
    window.scrollTo(0, top)
  }
}

function readPlaces(): [key: string, top: number][] {
  try {
    const places: [string, number][] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(places) ? places : []
  } catch {
    return []
  }
}
