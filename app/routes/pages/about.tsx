import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { aboutPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { aboutSections } from './about-text.server.ts'
import { operator } from '#app/seo/structured/site.server.ts'
import { describeTextPage } from './describe-text-page.server.ts'
import { TextPage } from './text-page.tsx'

/** Texts of the route `aboutUs`. */
export const aboutUsTemplate: Template = {
  title: '关于我们_我们怎样帮家长择校',
  keywords: '关于我们,择校平台,国际学校信息',
  description: '这个网站做什么、信息从哪里来、先后怎样排:一份给家长的说明。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(aboutUsTemplate, { canonical: aboutPath, ...siteOf(matches) })

const crumb = '关于我们'

/** `/aboutus/`. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb, operator)
  return { sections: aboutSections(context.site ?? {}) }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function AboutPage() {
  const { sections } = useLoaderData<typeof loader>()
  return (
    <TextPage
      title={crumb}
      lead="用同一把尺子看学校：查到的写清楚，来源写明白，广告标出来。"
      sections={sections}
    />
  )
}
