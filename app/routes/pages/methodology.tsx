import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getFactSummary } from '#server/contract/schools/fact-summary.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { methodologyPath } from '#app/paths.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { describeTextPage } from './describe-text-page.server.ts'
import { methodologySections } from './methodology-text.server.ts'
import { TextPage } from './text-page.tsx'

/** Texts of the page about where facts come from. */
export const methodologyTemplate: Template = {
  title: '资料怎么来的_来源、日期和有效期',
  keywords: '学校资料来源,资料有效期,资料怎么核对',
  description: '每一项学校资料从哪里来、多久算旧、没有查到和没有公布有什么不同，以及现在知道多少。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(methodologyTemplate, { canonical: methodologyPath, ...siteOf(matches) })

const crumb = '资料怎么来的'

/** `/methodology/`: how facts come, what their states and sources mean, how long they live, and how old they are now. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb)
  const summary = unwrapOrThrow(await apiFor({ context, request })(getFactSummary, {}))
  return { sections: methodologySections(summary, context.site ?? {}) }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function MethodologyPage() {
  const { sections } = useLoaderData<typeof loader>()
  return (
    <TextPage
      title={crumb}
      lead="每一项写明来源和日期；没有的，就写没有。下面的数字由现在的资料算出。"
      sections={sections}
    />
  )
}
