import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { City } from '#server/contract/cities.ts'
import { requireCity } from '#app/city/redirects.ts'
import { courseTypes } from '#app/articles/course-names.ts'
import { coursePath, coursesPath, orderPath, schoolListPath } from '#app/paths.ts'
import { siteOf, useHasAdvisors } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { breadcrumbList, itemList } from '#app/seo/structured/lists.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { CourseCards } from './course-cards.tsx'
import { loadCourses } from './load-courses.server.ts'

/** Texts of the route `course` without a course. */
export const coursesTemplate: Template = {
  title: '{city}国际课程学校_{year}{city}国际课程指南',
  keywords: '{city}国际课程,{city}IB学校,{city}A-Level学校,{city}AP学校',
  description: '{year}{city}国际课程{extra1}。',
}

export const meta: MetaFunction<typeof loader> = ({ data: found, matches }) =>
  pageMeta(coursesTemplate, {
    values: {
      city: found?.city.name,
      extra1:
        found && found.courses.length > 0
          ? `说明与学校名单:${found.courses.map(({ name }) => name).join('、')}`
          : '',
    },
    canonical: found && found.courses.length > 0 ? coursesPath(found.city) : undefined,
    ...siteOf(matches),
  })

const headingOf = (city: City) => `${city.name}国际课程怎么选`
const breadcrumbsOf = (city: City) => cityBreadcrumbs(city, { name: '课程' })

/** `/course/` and `/course/{city}/`. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { city, headers } = requireCity({ context, request }, params.city, coursesPath)
  const courses = await loadCourses({ context, request }, city)
  describePage(context, {
    things: (around) => [
      breadcrumbList(around, breadcrumbsOf(city)),
      itemList(around, {
        name: headingOf(city),
        items: courses.map(({ title, slug }) => ({ name: title, path: coursePath(city, slug) })),
      }),
    ],
  })
  return data({ city, courses }, { headers })
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function CoursesPage() {
  const { city, courses } = useLoaderData<typeof loader>()
  const types = [...courseTypes.map(({ name }) => name), '其他课程']
    .map((name) => ({ name, courses: courses.filter(({ type }) => type === name) }))
    .filter((type) => type.courses.length > 0)
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={breadcrumbsOf(city)} />
      <h1>{headingOf(city)}</h1>
      {types.length === 0 ? null : (
        <p className="soft">
          先想将来在哪里读大学，再看孩子适合怎样的节奏。每门课程下面是{city.name}开设这门课程的学校。
        </p>
      )}
      {types.length === 0 ? (
        <Notice>
          暂无课程说明。可以先<a href={schoolListPath(city)}>看{city.name}的学校</a>。
        </Notice>
      ) : null}
      {types.map(({ name, courses: ofType }, at) => (
        <section className="section" key={name} aria-labelledby={`type-${at}`}>
          <h2 id={`type-${at}`}>{name}</h2>
          <CourseCards city={city} courses={ofType} />
        </section>
      ))}
      {useHasAdvisors() ? (
        <section className="section panel" aria-labelledby="ask">
          <h2 id="ask">还拿不准？</h2>
          <p className="soft">说说孩子现在的年级、英语和喜欢的科目，本站的工作人员联系您，帮您排出先后。</p>
          <p className="words">
            <a className="button" href={orderPath({ orderType: 'course' })}>
              咨询课程选择
            </a>
          </p>
        </section>
      ) : null}
    </main>
  )
}
