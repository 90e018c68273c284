import { buildId } from './build-id.ts'

let styles: Promise<unknown> | undefined
let areThere = import.meta.env.DEV

/** Whether the styles of all pages are in the document. */
export function areStylesThere(): boolean {
  return areThere
}

/** Brings the styles of all pages into the document, which came with those of its own page only. */
export function loadStyles(): Promise<unknown> {
  if (import.meta.env.DEV) return Promise.resolve()
  styles ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = `/assets/pages-${buildId()}.css`
    link.addEventListener('load', () => {
      areThere = true
      resolve(undefined)
    })
    link.addEventListener('error', () => {
      styles = undefined
      link.remove()
      reject(new Error('the styles of all pages are missing'))
    })
    document.head.append(link)
  })
  return styles
}
