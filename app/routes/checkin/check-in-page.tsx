import { useDocument } from '#app/remix/document-context.ts'
import { NoWrap } from '#app/ui/text/no-wrap.tsx'
import type { CheckInView } from './load-check-in.server.ts'
import { CheckInForm } from './check-in-form.tsx'
import styles from './check-in.module.css'
import type { RefusedCheckIn } from './send-check-in.server.ts'

type Props = { fresh: CheckInView; refused: RefusedCheckIn | undefined }

const titles = { parent: '家长活动签到', exhibitor: '参展方签到' } as const

/** The check-in page, which works without scripts; on a paired device its script replaces it by the kiosk. */
export function CheckInPage({ fresh, refused }: Props) {
  const view = refused?.view ?? fresh
  const { kind, siteName, entry } = view
  const { nonce } = useDocument()
  return (
    <>
      <div
        id="kiosk"
        data-kind={kind}
        data-site={siteName}
        data-shell={view.shell === true ? '' : undefined}
        data-build={entry}
      />
      <div id="plain">
        <main id="main" className={styles.page}>
          <h1>{titles[kind]}</h1>
          <output id="kiosk-note" className={styles.note} hidden />
          {view.shell === true ? <AppShellPlaceholder /> : <Plain view={view} refused={refused} />}
        </main>
      </div>
      {entry === undefined ? null : <script type="module" src={entry} nonce={nonce} />}
    </>
  )
}

/** Placeholder of the app shell that the service worker caches, until the kiosk has started. */
function AppShellPlaceholder() {
  return (
    <p>
      正在打开离线签到…如果没有打开，请用<a href="?plain=1">联网签到</a>。
    </p>
  )
}

function Plain({ view, refused }: { view: CheckInView; refused: RefusedCheckIn | undefined }) {
  const { chosen, events, kind, unknownEvent } = view
  return (
    <>
      {chosen === undefined ? (
        <>
          {unknownEvent === true ? (
            <p className={styles.closed}>没有找到这场活动，请核对链接或二维码，也可以重新选择。</p>
          ) : null}
          <Events events={events} />
        </>
      ) : (
        <>
          <p className={styles.event}>
            <b>{chosen.title}</b>
            <NoWrap text={chosen.when} />
            <br />
            {chosen.place} <a href={chosen.othersHref}>更换活动</a>
          </p>
          {chosen.open || refused !== undefined ? null : (
            <p className={styles.closed}>这场活动现在不在签到时间内。</p>
          )}
          <CheckInForm key={view.nonce} view={view} chosen={chosen} refused={refused} />
        </>
      )}
      <p className="soft small">
        签到信息只用于本次活动，见<a href={view.privacyHref}>隐私政策</a>。
      </p>
      {/* Shown by scripts; last on the page, so that nothing shifts. */}
      <section id="pairing" className={styles.pairing} hidden aria-labelledby="pairing-title">
        <details>
          <summary id="pairing-title">工作人员：把这台设备配对为离线签到机</summary>
          <form autoComplete="off">
            <label htmlFor="pairing-code">配对码（8 位数字）</label>
            <input className="field" id="pairing-code" inputMode="numeric" autoComplete="off" />
            <label htmlFor="pairing-pin">工作人员密码（选填，4 到 8 位数字）</label>
            <input
              className="field"
              id="pairing-pin"
              type="password"
              inputMode="numeric"
              autoComplete="new-password"
            />
            <button className="button" type="submit">
              配对
            </button>
            <output />
            <p className="soft small">
              设了密码，来宾就打不开签到机上的“工作人员”面板。配对后这台设备会保存本场名单（加密），断网也能签到；请妥善保管设备，活动结束后名单自动清除。
              {kind === 'parent' ? '参展方签到' : '家长活动签到'}使用同一次配对。
            </p>
          </form>
        </details>
      </section>
    </>
  )
}

function Events({ events }: { events: CheckInView['events'] }) {
  if (events.length === 0) return <p className={styles.closed}>现在没有正在签到的活动。请稍后再来。</p>
  return (
    <>
      <h2>请选择活动</h2>
      <ul className={styles.events}>
        {events.map(({ id, title, when, place, href }) => (
          <li key={id}>
            <a href={href}>
              <b>{title}</b>
              <NoWrap text={when} />
              <br />
              {place}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
