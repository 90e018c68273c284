import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cooperationPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { cooperationSections } from './cooperation-text.server.ts'
import { describeTextPage } from './describe-text-page.server.ts'
import { TextPage } from './text-page.tsx'

/** Texts of the route `cooperation`. */
export const cooperationTemplate: Template = {
  title: '商务合作_学校与机构合作',
  keywords: '商务合作,学校合作,开放日合作',
  description: '学校、机构和活动主办方与我们合作的方式、原则与联系表单。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(cooperationTemplate, { canonical: cooperationPath, ...siteOf(matches) })

const crumb = '商务合作'

/** `/cooperation/`. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb)
  return { sections: cooperationSections }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function CooperationPage() {
  const { sections } = useLoaderData<typeof loader>()
  return <TextPage title={crumb} lead="学校、园区、活动主办方和媒体，可以怎样合作。" sections={sections} />
}
