import { Outlet } from '@remix-run/react'
import { SiteFrame } from '#app/ui/site-frame.tsx'

/** The usual layout: header with city and search, footer with the operator's facts. */
export default function DefaultLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}
