import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { termsPath } from '#app/paths.ts'
import { defaultSiteName, siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { describeTextPage } from './describe-text-page.server.ts'
import { termsSections } from './terms-text.server.ts'
import { TextPage } from './text-page.tsx'
import { unbrokenUnits } from './unbroken-units.server.ts'

/** Texts of the terms of use. */
export const termsTemplate: Template = {
  title: '用户协议',
  keywords: '用户协议,服务条款',
  description: '登录和使用本站的约定:账号、资料、您写的内容、怎样举报。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(termsTemplate, { canonical: termsPath, ...siteOf(matches) })

const crumb = '用户协议'

/** `/agreement/`: the terms of use. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb)
  return { sections: unbrokenUnits(termsSections(context.site ?? { name: defaultSiteName })) }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function TermsPage() {
  const { sections } = useLoaderData<typeof loader>()
  return (
    <TextPage title={crumb} lead="登录本站之前请看完。不登录也能看学校、搜索和对比。" sections={sections} />
  )
}
