import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { advisorPath, orderPath, privacyPath } from '#app/paths.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { siteOf } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { advisorSections, noAdvisorSections } from './advisor-text.server.ts'
import styles from './advisor.module.css'
import { describeTextPage } from './describe-text-page.server.ts'
import { TextPage } from './text-page.tsx'

/** Texts of the route `advisor`. */
export const advisorTemplate: Template = {
  title: '择校小帮美_一对一择校顾问',
  keywords: '择校顾问,一对一择校,{city}择校咨询',
  description: '小帮美择校顾问:他们是谁,怎样联系。',
}

/** The same where the operator has none. */
const noAdvisorTemplate: Template = {
  title: '择校顾问',
  keywords: '择校顾问',
  description: '本站现在没有择校顾问。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.isAdvised === true
    ? pageMeta(advisorTemplate, { canonical: advisorPath, ...siteOf(matches) })
    : pageMeta(noAdvisorTemplate, siteOf(matches))

const crumb = '择校顾问'

/** `/xiaobangmei/`: the personal advisor. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb)
  const { advisors, wechat } = context.site ?? {}
  return {
    isAdvised: advisors !== undefined,
    sections: advisors === undefined ? noAdvisorSections(cityOf(request)) : advisorSections(advisors),
    wechat,
  }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function AdvisorPage() {
  const { isAdvised, sections, wechat } = useLoaderData<typeof loader>()
  if (!isAdvised) return <TextPage title={crumb} lead="本站现在没有择校顾问。" sections={sections} />
  return (
    <TextPage
      title="择校小帮美：一对一择校顾问"
      crumb={crumb}
      lead="留下电话和孩子的学段，本站的工作人员联系您；怎么联系按您选的来。"
      sections={sections}
    >
      <div className={`panel section ${styles.start}`}>
        <div>
          <h2>约一次咨询</h2>
          <p className={`words ${styles.ways}`}>
            <a className="button" href={orderPath({ orderType: 'consult' })}>
              预约择校咨询
            </a>
            <a className="word" href={privacyPath}>
              怎样保护您的信息
            </a>
          </p>
        </div>
        {wechat === undefined ? null : (
          <figure>
            <img src={wechat} width={180} height={180} alt="顾问的微信二维码" decoding="async" />
            <figcaption>微信里长按识别，或扫一扫添加顾问</figcaption>
          </figure>
        )}
      </div>
    </TextPage>
  )
}
