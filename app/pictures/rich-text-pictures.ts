import { useEffect, type RefObject } from 'react'
import { rememberLoaded, whenNearViewport } from './near-viewport.ts'
import { hasFailedBefore, retryDelay, retryLimit } from './retries.ts'

/** Follows the pictures inside a text that came as HTML, whose elements React knows nothing of, as usePicture does. */
export function useRichTextPictures(text: RefObject<HTMLElement>, html: string): void {
  useEffect(() => {
    const ends = [...(text.current?.querySelectorAll('img') ?? [])].map(trackPicture)
    return () => {
      for (const end of ends) end()
    }
  }, [text, html])
}

function trackPicture(picture: HTMLImageElement): () => void {
  let retries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (state: 'loading' | 'loaded' | 'error') => picture.setAttribute('data-state', state)
  const load = () => {
    rememberLoaded(picture)
    show('loaded')
  }
  const fail = () => {
    if (timer !== undefined) return
    if (retries >= retryLimit) return show('error')
    timer = setTimeout(() => {
      timer = undefined
      retries += 1
      // Set anew, an address is asked for again.
      picture.setAttribute('src', picture.getAttribute('src') ?? '')
    }, retryDelay(retries))
  }
  picture.addEventListener('load', load)
  picture.addEventListener('error', fail)
  if (picture.naturalWidth > 0) load()
  else {
    show('loading')
    void hasFailedBefore(picture).then((hasFailed) => {
      if (hasFailed && retries === 0) fail()
    })
  }
  const forget = whenNearViewport(picture, () => {
    picture.loading = 'eager'
  })
  return () => {
    clearTimeout(timer)
    picture.removeEventListener('load', load)
    picture.removeEventListener('error', fail)
    forget()
  }
}
