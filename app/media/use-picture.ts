import { useEffect, useRef, useState } from 'react'
import { rememberLoaded, whenNearViewport } from './near-viewport.ts'
import { hasFailedBefore, retryDelay, retryLimit } from './retries.ts'

type Loading = {
  src: string
  /** Retries so far. */
  retries: number
  isNearViewport: boolean
  /** Undefined before hydration; `failed`: waits for a retry. */
  state: 'loading' | 'failed' | 'loaded' | 'error' | undefined
}

const fresh = (src: string): Loading => ({ src, retries: 0, isNearViewport: false, state: undefined })

const failed = (now: Loading): Loading => ({ ...now, state: now.retries < retryLimit ? 'failed' : 'error' })

/**
 * Loading state of a picture with retries: one that failed, also before hydration, is retried up to three times with
 * growing delays, by a new element each; a lazy one loads from 1.3 screens on. Returns the key and the attributes of
 * its element.
 */
export function usePicture(src: string, isLazy: boolean) {
  const element = useRef<HTMLImageElement>(null)
  const [loading, setLoading] = useState(() => fresh(src))
  // The component may be reused for another picture.
  if (loading.src !== src) setLoading(fresh(src))
  const { retries, isNearViewport, state } = loading
  useEffect(() => {
    const picture = element.current
    if (picture === null) return undefined
    let isOver = false
    if (picture.naturalWidth > 0) {
      rememberLoaded(picture)
      setLoading((now) => ({ ...now, state: 'loaded' }))
    } else {
      setLoading((now) => (now.state === undefined ? { ...now, state: 'loading' } : now))
      void hasFailedBefore(picture).then((hasFailed) => {
        if (hasFailed && !isOver) setLoading(failed)
      })
    }
    return () => {
      isOver = true
    }
  }, [src, retries])
  useEffect(() => {
    if (state !== 'failed') return undefined
    const again = () => setLoading((now) => ({ ...now, retries: now.retries + 1, state: 'loading' }))
    const timer = setTimeout(again, retryDelay(retries))
    return () => clearTimeout(timer)
  }, [state, retries])
  useEffect(() => {
    const picture = element.current
    if (!isLazy || isNearViewport || state === 'loaded' || picture === null) return undefined
    return whenNearViewport(picture, () => setLoading((now) => ({ ...now, isNearViewport: true })))
  }, [src, retries, isLazy, isNearViewport, state])
  return {
    key: `${src} ${retries}`,
    attributes: {
      ref: element,
      ...(isLazy ? { loading: isNearViewport ? ('eager' as const) : ('lazy' as const) } : {}),
      ...(state === undefined ? {} : { 'data-state': state === 'failed' ? 'loading' : state }),
      onLoad: () => {
        if (element.current !== null) rememberLoaded(element.current)
        setLoading((now) => ({ ...now, state: 'loaded' }))
      },
      onError: () => setLoading(failed),
    },
  }
}
