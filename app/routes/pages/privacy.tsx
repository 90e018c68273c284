import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { mobilePrivacyPath, privacyPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { privacySections } from './privacy-text.server.ts'
import { describeTextPage } from './describe-text-page.server.ts'
import { TextPage } from './text-page.tsx'
import { unbrokenUnits } from './unbroken-units.server.ts'

/** Texts of the route `privacy`. */
export const privacyTemplate: Template = {
  title: '隐私政策',
  keywords: '隐私政策,个人信息保护',
  description: '我们收集哪些信息、用来做什么、保存多久、您怎样查询、更正、撤回与删除。',
}

export const meta: MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return [
    // The address of the mobile page, for Baidu.
    { name: 'mobile-agent', content: `format=html5;url=${site.origin ?? ''}${mobilePrivacyPath}` },
    ...pageMeta(privacyTemplate, { canonical: privacyPath, ...site }),
  ]
}

const crumb = '隐私政策'

/** `/privacypolicypc/`. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb)
  return { sections: unbrokenUnits(privacySections(context.site ?? { name: '本网站' })) }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function PrivacyPage() {
  const { sections } = useLoaderData<typeof loader>()
  return (
    <TextPage
      title={crumb}
      lead="我们收集哪些信息、用来做什么、保存多久、会提供给谁，以及您怎样查询、更正、撤回和删除。"
      sections={sections}
      contents
    />
  )
}
