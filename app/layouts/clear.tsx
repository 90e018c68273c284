import { Outlet } from '@remix-run/react'
import { BrandMark } from '#app/frame/brand-mark.tsx'
import { defaultSiteName, useRootData } from '#app/root-data.ts'
import styles from './clear.module.css'

/** The bare layout: a link to the home page and the page. */
export default function ClearLayout() {
  const name = useRootData()?.site.name ?? defaultSiteName
  return (
    <div data-layout="clear">
      <header className={styles.header}>
        <a href="/">
          <BrandMark />
          {name}
        </a>
      </header>
      <Outlet />
    </div>
  )
}
