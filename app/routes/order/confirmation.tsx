import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { loadOrder } from '#app/order/load-order.server.ts'
import styles from '#app/order/order-form.module.css'
import { OrderSubject } from '#app/order/order-subject.tsx'
import { orderWords } from '#app/order/order-words.ts'
import { requireReference } from '#app/order/require-reference.server.ts'
import { homePath, openDayCalendarPath, personalPath, requestPath, schoolListPath } from '#app/paths.ts'
import { siteOf, useCity, useRootData } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import { orderSentTemplate } from '#app/seo/templates/order-sent.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { privateData, privateHeaders } from '#app/visitor/private-page.server.ts'

export const meta: MetaFunction<typeof loader> = ({ matches }) => pageMeta(orderSentTemplate, siteOf(matches))

export const headers = () => privateHeaders

/** `/order/{reference}/`: what happens next with a request; never who sent it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const reference = requireReference(params.reference)
  const query = new URL(request.url).searchParams
  const names = {
    orderType: query.get('orderType'),
    schoolId: query.get('schoolId'),
    openDayId: query.get('openDayId'),
  }
  return privateData({ reference, view: await loadOrder({ context, request }, names) })
}

export default function ConfirmationPage() {
  const { reference, view } = useLoaderData<typeof loader>()
  const city = useCity()
  const loggedIn = useRootData()?.loggedIn === true
  const { title, next } = orderWords[view.orderType]
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={[{ name: '首页', href: homePath(city) }, { name: title }]} />
      <div className={styles.page}>
        <h1>已收到您的申请：{title}</h1>
        <OrderSubject
          view={{ ...view, ...(view.openDay && { openDay: { ...view.openDay, state: 'open' } }) }}
        />
        <p>
          申请编号 <span className={styles.reference}>{reference}</span>
        </p>
        <p className="soft small">请记下编号，取消或询问进度时会用到。</p>
        <h2 className="section">接下来</h2>
        <ol className={styles.steps}>
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          {view.openDay === undefined ? null : (
            <a className="button" href={openDayCalendarPath(view.openDay.id)}>
              添加到日历
            </a>
          )}
          <a className="button quiet" href={requestPath(reference, 'cancel')}>
            取消这次申请
          </a>
        </p>
        <p>
          {loggedIn ? <a href={personalPath('requests')}>查看我的全部申请</a> : null}{' '}
          <a href={schoolListPath(city)}>继续看{city.name}的学校</a>
        </p>
      </div>
    </main>
  )
}
