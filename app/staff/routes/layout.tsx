import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { getStaffMe } from '#server/contract/staff/sessions.ts'
import { staffApi } from '../access/staff-api.server.ts'
import { AreaFrame } from '../parts/area-frame.tsx'
import { ErrorPage } from '../parts/error-page.tsx'
import { errorMeta } from '../parts/staff-meta.ts'

export const meta: MetaFunction<typeof loader> = (page) => errorMeta(page)

/** The member of the session; without one the login. */
export async function loader(args: LoaderFunctionArgs) {
  const { name, role, school, rights } = await staffApi(args).load(getStaffMe, {})
  return { name, role, school, rights }
}

export default function StaffLayout() {
  const member = useLoaderData<typeof loader>()
  return (
    <AreaFrame member={member}>
      <Outlet />
    </AreaFrame>
  )
}

/** Errors of pages inside of the frame, where it is known who asks. */
export function ErrorBoundary() {
  const error = useRouteError()
  // Null, whatever its type says, where the layout's loader did not run: after an action that failed.
  const member = useRouteLoaderData<typeof loader>('routes/layout') ?? undefined
  return (
    <AreaFrame member={member}>
      <ErrorPage error={error} />
    </AreaFrame>
  )
}
