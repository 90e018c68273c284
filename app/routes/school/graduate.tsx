import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getGraduate, listGraduates } from '#server/contract/schools/school-content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { graduatePath, schoolPath } from '#app/paths.ts'
import { GraduateCards } from '#app/routes/school/people/graduate-cards.tsx'
import { GraduateStory } from '#app/routes/school/people/graduate-story.tsx'
import { DeferredSection } from '#app/page-parts/deferred-section.tsx'
import { rowsOrUndefined } from '#app/page-parts/rows-or-undefined.server.ts'
import { graduateRow } from './content-views.ts'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { notFound, requireId } from '#app/require-id.ts'
import { useSchool } from '#app/schools/school-data.ts'
import { schoolMeta } from './school-meta.ts'
import { graduatePage } from '#app/seo/structured/articles.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { renderedLikes, toggleLike } from '#app/toggles/likes.server.ts'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolGraduate`. */
export const schoolGraduateTemplate: Template = {
  title: '{title}_{school}毕业生_{extra3}',
  keywords: '{title},{school}毕业生,{school}升学',
  description: '{school}({extra3})毕业生{title}{extra1}',
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const graduate = args.data?.graduate
  return schoolMeta(
    schoolGraduateTemplate,
    args,
    graduate && {
      canonical: graduatePath(graduate.school_id, graduate.id),
      image: graduate.portrait,
      values: {
        title: [graduate.name, graduate.year && `${graduate.year}届`, graduate.destination]
          .filter(Boolean)
          .join('，'),
        extra1: graduate.summary && `：${graduate.summary}`,
      },
    },
  )
}

/** `/school/{sid}/graduates/{id}/`: one graduate's story; 404 for a graduate of another school. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const school_id = requireId(params.sid)
  const id = requireId(params.id)
  const caller = { context, request }
  const api = apiFor(caller)
  const others = rowsOrUndefined(
    api(listGraduates, { school_id, page_size: 4 }, { city: 'all' }),
    graduateRow,
    caller,
  )
  const graduate = unwrapOrThrow(await api(getGraduate, { id }, { city: 'all' }))
  if (graduate.school_id !== school_id) throw notFound()
  describePage(context, {
    things: (around) => [graduatePage(around, graduate)],
    dates: { title: graduate.name },
  })
  const likes = await renderedLikes(caller, { kind: 'graduate', id }, graduate.likes)
  return { graduate, likes, others, title: graduate.name }
}

/** The like action (有用). */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const school_id = requireId(params.sid)
  const id = requireId(params.id)
  return toggleLike({ context, request }, { kind: 'graduate', id }, graduatePath(school_id, id))
}

export { sendToggle as clientAction } from '#app/toggles/toggle-outcome.ts'

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolGraduatePage() {
  const { graduate, likes, others } = useLoaderData<typeof loader>()
  const { counts, id } = useSchool()
  return (
    <>
      <GraduateStory graduate={graduate} likes={likes} />
      {counts.graduates < 2 ? null : (
        <DeferredSection
          id="others"
          title="更多毕业生"
          href={schoolPath(id, 'graduates')}
          more={`看 ${counts.graduates} 位介绍`}
          part={others}
          failed="更多毕业生暂时没有加载出来。"
        >
          {(items) => (
            <GraduateCards items={items.filter((other) => other.id !== graduate.id).slice(0, 3)} level={3} />
          )}
        </DeferredSection>
      )}
    </>
  )
}

export function ErrorBoundary() {
  return <PartError part="graduates" />
}
