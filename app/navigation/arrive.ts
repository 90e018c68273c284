import { restorePlace, scrollTo } from './scroll-places.ts'

let speaker: HTMLElement | undefined

type Arrival = { key: string; hash: string }

/** After a page has been put in the place of another: scroll, focus and a word for those who cannot see it. */
export function arrive({ key, hash }: Arrival): void {
  const jump = hash === '' ? null : document.getElementById(fragmentOf(hash))
  const { historyAction }: { historyAction: string } = window.__remixRouter.state
  const heading = document.querySelector('h1')
  if (heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  if (historyAction === 'POP') restorePlace(key)
  else if (jump) jump.scrollIntoView()
  else scrollTo(0)
  announce(document.title)
}

/** The decoded fragment; as it stands where it is no valid percent-encoding. */
export function fragmentOf(hash: string): string {
  const raw = hash.slice(1)
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

function announce(text: string): void {
  if (speaker === undefined) {
    speaker = document.createElement('div')
    speaker.setAttribute('role', 'status')
    speaker.dataset['announcer'] = ''
    Object.assign(speaker.style, {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clip: 'rect(0 0 0 0)',
      whiteSpace: 'nowrap',
    })
  }
  if (!speaker.isConnected) document.body.append(speaker)
  speaker.textContent = text
}
