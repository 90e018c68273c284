import { useEffect, type RefObject } from 'react'
import { rememberLoaded, whenNearViewport } from './near-viewport.ts'
import { hasFailedBefore, retryDelay, retryLimit } from './retries.ts'

/** Loading states and retries for pictures inside HTML that React does not manage, as usePicture does for its own. */
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
      // Setting `src` again retries the request.
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
