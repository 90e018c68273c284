import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { isRouteErrorResponse, useLoaderData } from '@remix-run/react'
import { listEnvs } from '#server/contract/schools/school-content.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { redirectToMergedSchool } from '#app/schools/redirect-to-merged-school.server.ts'
import { schoolPath } from '#app/paths.ts'
import { notFound, requireId } from '#app/require-id.ts'
import { siteOf } from '#app/root-data.ts'
import { PhotoViewer } from '#app/routes/school/photo/photo-viewer.tsx'
import { errorMeta } from '#app/seo/error-meta.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolPhoto`. */
export const schoolPhotoTemplate: Template = {
  title: '{title}_{school}校园图片_{extra1}',
  keywords: '{school}校园图片,{school}校园环境',
  description: '{school}的校园图片:{title}({extra1})。',
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches)
  if (data === undefined) return errorMeta(isRouteErrorResponse(error) ? error.status : 500, site.siteName)
  const { place, school, shown, total } = data
  const values = { title: shown.title, school: school.name, extra1: `第${place}张,共${total}张` }
  return pageMeta(schoolPhotoTemplate, { values, image: shown.picture, ...site })
}

const missing = '没有这张图片，可能已经撤下。'
/** Pictures that one call of the API gives, and that its pages reach. */
const perCall = 50
const mostPictures = 10_000 * perCall

/** `/school/{sid}/photos/{place}/`: one picture of the campus at full size; without a place redirects to all of them. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const id = requireId(params.sid)
  if (params.place === undefined) throw redirect(`${schoolPath(id, 'aboutus')}#photos`, 301)
  const place = requireId(params.place, missing)
  if (place > mostPictures) throw notFound(missing)
  const api = apiFor({ context, request })
  const page = Math.ceil(place / perCall)
  const [detail, list] = await Promise.all([
    api(getSchool, { id }, { city: 'all' }),
    api(listEnvs, { school_id: id, page, page_size: perCall }, { city: 'all' }),
  ])
  redirectToMergedSchool(detail, request)
  const { name, sample } = unwrapOrThrow(detail)
  const { items, total } = unwrapOrThrow(list)
  const at = (place - 1) % perCall
  const shown = items[at]
  if (shown === undefined) throw notFound(missing)
  const neighbours = [items[at - 1], items[at + 1]].flatMap((env) =>
    env === undefined ? [] : [env.picture.src],
  )
  return { school: { id, name, sample }, place, total, shown, neighbours }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolPhotoPage() {
  return <PhotoViewer {...useLoaderData<typeof loader>()} />
}
