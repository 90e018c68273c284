/** The elements of the site's list page; the build makes it from the page. */
declare module 'virtual:list-page' {
  import type { ReactElement } from 'react'

  export function Head(): ReactElement
  export function Body(): ReactElement
}
