import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cityOfCode } from '#server/contract/cities.ts'
import { findLead, parseLeadIdentifier, requireLead } from '#app/leads/load-lead.server.ts'
import styles from '#app/leads/order-form.module.css'
import { orderLabels, waitingLabels } from '#app/leads/order-labels.ts'
import { Directions } from './directions.tsx'
import { LeadSubject } from './lead-subject.tsx'
import { loadDirections } from './load-directions.server.ts'
import { Beside, RequestLayout } from './request-layout.tsx'
import { endedText, nextSteps, leadHeading, isActive, isTakenBack } from '#app/leads/lead-labels.ts'
import { TicketCard } from '#app/leads/ticket-card.tsx'
import { leadCalendarPath } from '#app/open-days/calendar-paths.ts'
import {
  homePath,
  openDayPath,
  orderPath,
  personalPath,
  leadPath,
  qrCodePath,
  schoolListPath,
  schoolPath,
} from '#app/paths.ts'
import { CalendarLinks } from '#app/open-days/calendar-links.tsx'
import { PrintButton } from '#app/page-parts/print-button.tsx'
import { siteOf, useCity, useRootData } from '#app/root-data.ts'
import { pageMeta } from '#app/seo/page-meta.ts'
import type { Template } from '#app/seo/template.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { privateJson, secretAddressHeaders } from '#app/visitor/private-page.server.ts'
import { useVisitor } from '#app/visitor/visitor-state.tsx'

/** Texts of the route `orderSent`. */
export const orderSentTemplate: Template = {
  title: '{title}',
  keywords: '申请编号,预约参观',
  description: '您的申请编号、接下来的安排和取消的方式。',
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const title = data?.found === undefined ? lockedTitle : leadHeading(data.found).replaceAll('\u00a0', ' ')
  return pageMeta(orderSentTemplate, { values: { title }, ...siteOf(matches) })
}

export const headers = () => secretAddressHeaders

const lockedTitle = '只凭编号打不开申请'

/**
 * `/order/{access}/`: the current state of a lead, for holders of its access token; `/order/{reference}/` for the
 * account that owns it. 404 for everybody else; to a reference, of a lead or not, with the ways to what it opens.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const name = parseLeadIdentifier(params.reference)
  const caller = { context, request }
  const found = 'access' in name ? await requireLead(caller, name) : await findLead(caller, name)
  const address = 'access' in name ? name.access : name.reference
  if (found === undefined) return privateJson({ address, found }, 404)
  return privateJson({ address, found, directions: await loadDirections(caller, found) })
}

export default function LeadPage() {
  const view = useLoaderData<typeof loader>()
  return view.found === undefined ? <LockedLead address={view.address} /> : <OpenLead view={view} />
}

/** What a reference alone opens, whether there is such a lead or not. */
function LockedLead({ address }: { address: string }) {
  const city = useCity()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(city) }, { name: '申请' }]} />
      <div className={styles.page}>
        <h1>{lockedTitle}</h1>
        <p>
          编号 <span className={styles.reference}>{address}</span>
        </p>
        <p>
          登录过的，在“我的申请”里看；没有登录的，用提交时收到的专用网址看进度，用手机验证码取消。编号写错了，也会到这一页。
        </p>
        <p>
          <a className="button" href={leadPath(address, 'cancel')}>
            用验证码取消申请
          </a>
          <a className="button quiet" href={personalPath('requests')} rel="nofollow">
            我的申请
          </a>
        </p>
      </div>
    </main>
  )
}

type LeadView = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { found: object }>

/** A lead as its owner sees it. */
function OpenLead({ view: { found, address, directions } }: { view: LeadView }) {
  const { isLoggedIn } = useVisitor()
  const current = useCity()
  const city = cityOfCode(found.city_code) ?? current
  const { origin = '' } = useRootData() ?? {}
  const { status, order_type: type, tickets } = found
  // At the address with the reference it is its owner who looks, logged in.
  const isSecret = address !== found.reference
  const school = found.school?.withdrawn === true ? undefined : found.school
  const { title } =
    status === 'waiting' || found.removal_reason !== undefined ? waitingLabels : orderLabels[type]
  // Of an event at no school the page says the place already, and there is no map.
  const isAtSchool = found.school !== undefined
  const others = (
    <>
      {isLoggedIn ? (
        <a className="word" href={personalPath('requests')}>
          查看我的全部申请
        </a>
      ) : null}
      <a className="word" href={schoolListPath(city)}>{`继续看${city.name}的学校`}</a>
    </>
  )
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={[{ name: '首页', href: homePath(city) }, { name: title }]} />
      <RequestLayout>
        <div className={styles.page}>
          <h1>{leadHeading(found)}</h1>
          <LeadSubject found={found} />
          {directions === undefined || isAtSchool ? null : (
            <p>
              <a className="button quiet" href={directions.map}>
                在高德地图查看路线
              </a>
            </p>
          )}
          {isActive(status) ? (
            <>
              {tickets.map(({ code, qr, event, checked_in_at: at }) => (
                <TicketCard key={code} code={code} qr={qr} event={event.title} arrived={at !== undefined} />
              ))}
              <p>
                编号 <span className={styles.reference}>{found.reference}</span>
              </p>
              <p className="soft small">
                {isSecret
                  ? '这个网址只有您知道，收藏它就能看进度和取消。只有编号时，凭编号和手机验证码可以取消，建议截图或打印。'
                  : '登录后在“我的申请”里看进度和取消；没有登录时，凭编号和手机验证码可以取消，建议截图或打印。'}
              </p>
              <h2 className="section">接下来</h2>
              <ol className={styles.steps}>
                {nextSteps(found).map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <p className="words">
                {status === 'booked' ? <CalendarLinks path={leadCalendarPath(address)} /> : null}
                <PrintButton />
                {others}
                {found.access === undefined ? null : (
                  <a className="word" href={leadPath(found.access, 'access')}>
                    换一个专用网址
                  </a>
                )}
                {found.cancellable ? (
                  <a className="word" href={leadPath(address, 'cancel')}>
                    {status === 'waiting'
                      ? '取消候补'
                      : `取消这次${type === 'openday' || type === 'order' ? '预约' : '申请'}`}
                  </a>
                ) : null}
              </p>
            </>
          ) : (
            <>
              <p>
                {found.removal_reason === undefined
                  ? endedText(found)
                  : `原因：${found.removal_reason}。名额不会再补给这份候补，请不要前往。`}
              </p>
              <p>
                <a
                  className="button"
                  href={
                    type === 'openday'
                      ? openDayPath(city)
                      : orderPath({ orderType: type, ...(school && { schoolId: school.id }) })
                  }
                >
                  {type === 'openday' ? '看其他开放日' : '重新提交'}
                </a>
                {type === 'openday' && school !== undefined ? (
                  <a className="button quiet" href={orderPath({ orderType: 'order', schoolId: school.id })}>
                    约时间单独参观
                  </a>
                ) : null}
              </p>
              <p className="words">
                {isTakenBack(found) ? (
                  <CalendarLinks path={leadCalendarPath(address)} label="从日历中取消" />
                ) : null}
                {others}
              </p>
            </>
          )}
          {school === undefined ? null : (
            <p className={styles.paper}>
              <img loading="lazy" src={qrCodePath(schoolPath(school.id))} alt="" />
              学校页面：{origin + schoolPath(school.id)}
            </p>
          )}
        </div>
        {directions === undefined || !isAtSchool ? null : (
          <Beside>
            <Directions view={directions} />
          </Beside>
        )}
      </RequestLayout>
    </main>
  )
}
