import { data, type MetaFunction } from '@remix-run/node'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { notFoundTemplate } from '#app/seo/error-meta.ts'
import { NotFound } from '#app/frame/not-found.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(notFoundTemplate, siteOf(matches))

/** `/404/`, to which unknown cities redirect; its own status is 404. */
export function loader() {
  return data({}, { status: 404 })
}

export default function NotFoundPage() {
  return <NotFound withoutPath />
}
