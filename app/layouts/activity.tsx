import { Outlet } from '@remix-run/react'

/** The layout of event pages (the specification's activt): the page alone, one task, large controls. */
export default function ActivityLayout() {
  return (
    <div data-layout="activity">
      <Outlet />
    </div>
  )
}
