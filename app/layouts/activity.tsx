import { Outlet } from '@remix-run/react'

/** The layout of event pages (the specification's activt): no header or footer, large controls. */
export default function ActivityLayout() {
  return (
    <div data-layout="activity">
      <Outlet />
    </div>
  )
}
