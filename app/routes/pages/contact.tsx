import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { contactPath, cooperationPath, orderPath, privacyPath } from '#app/paths.ts'
import { defaultSiteName, siteOf } from '#app/root-data.ts'
import { telephoneLink } from '#app/school/contact-links.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { mapSearchLink } from './map-search-link.ts'
import { operator } from '#app/seo/structured/site.server.ts'
import { describeTextPage } from './describe-text-page.server.ts'
import { TextPage } from './text-page.tsx'
import styles from './contact.module.css'

/** Texts of the route `contact`. */
export const contactTemplate: Template = {
  title: '联系我们',
  keywords: '联系我们,择校咨询电话,择校咨询地址',
  description: '择校咨询的电话、地址和服务时间,以及反馈信息错误的方式。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(contactTemplate, { canonical: contactPath, ...siteOf(matches) })

const crumb = '联系我们'

/** `/contact/`: the operator's contact details, as configured. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb, operator)
  const { name = defaultSiteName, phone, email, address, hours } = context.site ?? {}
  const isReachable = [phone, email, address, hours].some((detail) => detail !== undefined)
  return { name, phone, email, address, hours, isReachable }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function ContactPage() {
  const { name, phone, email, address, hours, isReachable } = useLoaderData<typeof loader>()
  const call = phone === undefined ? undefined : telephoneLink(phone)
  return (
    <TextPage
      title={crumb}
      lead="问学校、纠错、谈合作，都可以找我们。急着预约的，直接填表最快。"
      sections={[
        {
          id: 'which',
          heading: '什么事可以找我们',
          points: [
            '择校咨询：填表后一个工作日内回电，只打一次。',
            '学校资料有误：打开那所学校的页面，点“资料纠错”，能核实的三个工作日内更正。',
            '个人信息：查询、更正、撤回与删除，见隐私政策里的“您的权利”。',
          ],
          links: [
            { href: orderPath({ orderType: 'consult' }), label: '预约择校咨询' },
            { href: cooperationPath, label: '商务合作' },
            { href: privacyPath, label: '隐私政策' },
          ],
        },
      ]}
    >
      {isReachable ? (
        <dl className={`panel section ${styles.facts}`}>
          <dt>名称</dt>
          <dd>{name}</dd>
          {phone === undefined ? null : (
            <>
              <dt>电话</dt>
              <dd>{call === undefined ? phone : <a href={call}>{phone}</a>}</dd>
            </>
          )}
          {email === undefined ? null : (
            <>
              <dt>邮箱</dt>
              <dd>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            </>
          )}
          {hours === undefined ? null : (
            <>
              <dt>服务时间</dt>
              <dd>{hours}</dd>
            </>
          )}
          {address === undefined ? null : (
            <>
              <dt>地址</dt>
              <dd>
                {address}
                <a className={styles.map} href={mapSearchLink(address)} rel="noopener">
                  在地图上查看
                </a>
              </dd>
            </>
          )}
        </dl>
      ) : null}
    </TextPage>
  )
}
