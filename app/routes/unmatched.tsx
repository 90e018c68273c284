import { data, type MetaFunction } from '@remix-run/node'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { notFoundTemplate } from '#app/seo/error-meta.ts'
import { NotFound } from '#app/frame/not-found.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(notFoundTemplate, siteOf(matches))

/** The splat route of unknown paths: 404 at the requested URL. */
export function loader() {
  return data({}, { status: 404 })
}

/** 404 for a POST too, instead of a method error. */
export function action() {
  return data({}, { status: 404 })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function UnmatchedPage() {
  return <NotFound />
}
