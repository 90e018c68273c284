import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { contactPath } from '#app/paths.ts'
import { defaultSiteName, siteOf } from '#app/root-data.ts'
import { telephoneLink } from '#app/schools/contact-links.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { contactSections } from './contact-text.server.ts'
import { operator } from '#app/seo/structured/site.server.ts'
import { describeTextPage } from './describe-text-page.server.ts'
import { TextPage } from './text-page.tsx'
import styles from './contact.module.css'

/** Texts of the route `contact`. */
export const contactTemplate: Template = {
  title: '联系我们',
  keywords: '联系我们',
  description: '怎样联系我们,怎样反馈信息错误。',
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(contactTemplate, { canonical: contactPath, ...siteOf(matches) })

const crumb = '联系我们'

/** `/contact/`: the operator's contact details, as configured. */
export function loader({ context, request }: LoaderFunctionArgs) {
  describeTextPage({ context, request }, crumb, operator)
  const site = context.site ?? { name: defaultSiteName }
  const { company, name, phone, email, address, hours } = site
  const hasDetails = [company, phone, email, address, hours].some((detail) => detail !== undefined)
  return { name: company ?? name, phone, email, address, hours, hasDetails, sections: contactSections(site) }
}

export { shouldRevalidatePage as shouldRevalidate } from '#app/navigation/revalidation.ts'

export default function ContactPage() {
  const { name, phone, email, address, hours, hasDetails, sections } = useLoaderData<typeof loader>()
  const call = phone === undefined ? undefined : telephoneLink(phone)
  return (
    <TextPage title={crumb} lead="学校的资料有误，在那所学校的页面上纠错最快。" sections={sections}>
      {hasDetails ? (
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

/** AMap search URL of an address, without its parts in brackets. */
function mapSearchLink(address: string): string {
  const keyword = address.replace(/（[^）]*）/g, '').trim()
  return `https://uri.amap.com/search?${new URLSearchParams({ keyword, view: 'map' }).toString()}`
}
