import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { privacyPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { privacySections } from './privacy-text.server.ts'
import { TextPage } from './text-page.tsx'
import { unbrokenUnits } from './unbroken-units.server.ts'

/** Texts of the route `privite`. */
export const priviteTemplate: Template = {
  title: '隐私政策(移动版)',
  keywords: '隐私政策,个人信息保护',
  description: '我们收集哪些信息、用来做什么、保存多久、您怎样查询、更正、撤回与删除。移动版。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(priviteTemplate, { canonical: privacyPath, ...siteOf(matches) })

/** `/privite/`: the privacy policy at the address that phones use. */
export function loader({ context }: LoaderFunctionArgs) {
  return { sections: unbrokenUnits(privacySections(context.site ?? { name: '本网站' })) }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function MobilePrivacyPage() {
  const { sections } = useLoaderData<typeof loader>()
  return (
    <TextPage
      title="隐私政策（移动版）"
      lead="我们收集哪些信息、用来做什么、保存多久、会提供给谁，以及您怎样查询、更正、撤回和删除。"
      sections={sections}
      contents
    />
  )
}
