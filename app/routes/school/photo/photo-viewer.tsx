import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef, type MouseEvent, type TouchEvent } from 'react'
import { savesData } from '#app/navigation/connection.ts'
import { photoPath, schoolPath } from '#app/paths.ts'
import { Picture, type PictureData } from '#app/media/picture.tsx'
import { hasPageBefore } from '#app/remix/history-index.ts'
import { Icon } from '#app/ui/icon.tsx'
import { PageLink } from '#app/ui/page-link.tsx'
import { monthText } from '#app/ui/text/format.ts'
import styles from './photo-viewer.module.css'

type Props = {
  /** `sample`: its pictures are drawings. */
  school: { id: number; name: string; sample: boolean }
  /** From 1. */
  place: number
  total: number
  shown: { title: string; picture: PictureData; taken_on?: string | undefined }
  /** Sources of the pictures before and after. */
  neighbours: readonly string[]
}

const sizes = '(min-width:900px) 900px,100vw'
/** How far a finger slides before it turns the page, in px. */
const swipeDistance = 48

/**
 * One picture in the whole window, with links to the ones before and after. With scripts arrow keys and swipes turn
 * over, Escape closes, and turning over replaces the history entry, so that Back returns to where it was opened.
 */
export function PhotoViewer({ school, place, total, shown, neighbours }: Props) {
  const navigate = useNavigate()
  const isIdle = useNavigation().state === 'idle'
  // The picture that is shown, or the one that is loading: a second key counts from it.
  const turnedTo = useRef(place)
  useEffect(() => {
    if (isIdle) turnedTo.current = place
  }, [isIdle, place])
  const finger = useRef<{ x: number; y: number }>()
  const previous = place > 1 ? photoPath(school.id, place - 1) : undefined
  const next = place < total ? photoPath(school.id, place + 1) : undefined
  const all = `${schoolPath(school.id, 'aboutus')}#photo-${place}`
  const turn = (by: 1 | -1) => {
    const to = turnedTo.current + by
    if (to < 1 || to > total) return
    turnedTo.current = to
    navigate(photoPath(school.id, to), { replace: true })
  }
  const close = () => {
    if (hasPageBefore()) navigate(-1)
    else navigate(all)
  }
  useEffect(() => {
    const follow = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      if (altKey || ctrlKey || metaKey) return
      if (key === 'ArrowLeft') turn(-1)
      if (key === 'ArrowRight') turn(1)
      if (key === 'Escape') close()
    }
    window.addEventListener('keydown', follow)
    return () => window.removeEventListener('keydown', follow)
  })
  useEffect(() => {
    if (savesData()) return
    for (const src of neighbours) loadEarly(src)
  }, [neighbours])
  const begin = ({ touches }: TouchEvent) => {
    const first = touches[0]
    finger.current = touches.length === 1 && first ? { x: first.clientX, y: first.clientY } : undefined
  }
  const end = ({ changedTouches }: TouchEvent) => {
    const last = changedTouches[0]
    const from = finger.current
    if (from === undefined || last === undefined || (window.visualViewport?.scale ?? 1) > 1.1) return
    const way = last.clientX - from.x
    if (Math.abs(way) < swipeDistance || Math.abs(way) < 2 * Math.abs(last.clientY - from.y)) return
    turn(way > 0 ? -1 : 1)
  }
  const back = (event: MouseEvent) => {
    if (!hasPageBefore()) return
    event.preventDefault()
    navigate(-1)
  }
  const { picture, taken_on, title } = shown
  const note = school.sample ? '示例插图，不是实景' : taken_on && monthText(taken_on)
  return (
    <main id="main" className={styles.viewer}>
      <p className={styles.top}>
        <a href={all} onClick={back}>
          <Icon name="close" /> 关闭
        </a>
        <a className={styles.school} href={schoolPath(school.id)}>
          {school.name}
        </a>
        <span>
          {place} / {total}
        </span>
      </p>
      <figure onTouchStart={begin} onTouchEnd={end}>
        <Picture picture={picture} alt={picture.alt ?? `${title}的图片`} sizes={sizes} wide eager />
        <figcaption>
          <h1>{title}</h1>
          {note === undefined ? null : <p>{note}</p>}
        </figcaption>
      </figure>
      <nav className={styles.turn} aria-label="翻看图片">
        {previous === undefined ? (
          <span>已是第一张</span>
        ) : (
          <PageLink to={previous} replace rel="prev">
            上一张
          </PageLink>
        )}
        {next === undefined ? (
          <span>已是最后一张</span>
        ) : (
          <PageLink to={next} replace rel="next">
            下一张
          </PageLink>
        )}
      </nav>
    </main>
  )
}

/** Loads a picture in the width that the viewer will choose. */
function loadEarly(src: string): void {
  const [base] = src.split('.')
  const image = new Image()
  image.sizes = sizes
  image.srcset = [320, 640, 960, 1280].map((width) => `${base}-${width} ${width}w`).join()
}
