import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listEnvs } from '#server/contract/schools/school-content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { schoolPath } from '#app/paths.ts'
import { Gallery } from '#app/routes/school/overview/gallery.tsx'
import { PartError } from '#app/routes/school/frame/part-error.tsx'
import { EmptyPart, PartPage } from '#app/routes/school/frame/part-page.tsx'
import { WrongHere } from '#app/schools/wrong-here.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import { requireId } from '#app/require-id.ts'
import { useSchool } from '#app/schools/school-data.ts'
import { schoolMeta } from './school-meta.ts'
import { TextSections } from './text-sections.tsx'
import type { Template } from '#app/seo/template.ts'

/** Texts of the route `schoolAbout`. */
export const schoolAboutTemplate: Template = {
  title: '{school}简介_{extra3}_校园环境与办学理念',
  keywords: '{school}简介,{school}怎么样,{school}校园环境',
  description: '{school}{extra1}位于{city}{extra2},这里有学校的办学理念、课程特色、校园设施与校园图片。',
}

export const meta: MetaFunction<typeof loader> = (args) =>
  schoolMeta(
    schoolAboutTemplate,
    args,
    args.data &&
      (({ district, id, name_en }, parts) => ({
        canonical: parts.includes('aboutus') ? schoolPath(id, 'aboutus') : undefined,
        values: { extra1: name_en && `(${name_en})`, extra2: district?.name },
      })),
  )

/** `/school/{sid}/aboutus/`: the school's own texts and the pictures of its campus. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const school_id = requireId(params.sid)
  const envs = await apiFor({ context, request })(listEnvs, { school_id, page_size: 50 }, { city: 'all' })
  return { envs: unwrapOrThrow(envs).items }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function SchoolAboutPage() {
  const { envs } = useLoaderData<typeof loader>()
  const { about = [], id, sample, summary } = useSchool()
  return (
    <PartPage title="简介" note={summary}>
      {about.length === 0 && envs.length === 0 ? (
        <EmptyPart>还没有这所学校的介绍和校园图片。</EmptyPart>
      ) : null}
      <TextSections sections={about} />
      {about.length === 0 ? null : <WrongHere id={id} field="texts" about="简介" />}
      {envs.length === 0 ? null : (
        <section className="section" aria-labelledby="photos">
          <SectionHeading id="photos" title={`校园图片（${envs.length} 张${sample ? '，示例插图' : ''}）`} />
          <Gallery schoolId={id} items={envs} />
          <WrongHere id={id} field="photos" about="校园图片" />
        </section>
      )}
    </PartPage>
  )
}

export function ErrorBoundary() {
  return <PartError part="aboutus" />
}
