import { useEffect, useRef, useState } from 'react'

/**
 * Refs of the bar with the names and of the columns below it, which scroll sideways when `isWide`: the bar follows them.
 * Style sheets do that alone where the engine knows scroll timelines (compare.module.css); elsewhere this listens.
 */
export function useScrolledHeads(isWide: boolean) {
  const heads = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const scrolling = columns.current
    if (!isWide || scrolling === null || CSS.supports('timeline-scope: --sideways')) return undefined
    const follow = () => heads.current?.scrollTo(scrolling.scrollLeft, 0)
    scrolling.addEventListener('scroll', follow, { passive: true })
    setIsScrolled(true)
    return () => scrolling.removeEventListener('scroll', follow)
  }, [isWide])
  return { heads, columns, isScrolled }
}
